package claude
import "testing"
func TestZZ(t *testing.T){
 for text, rs := range held(t) { for _, r := range rs { s:=r.read(); w:=wrap(text, s.width-margin); if !s.Box {continue}
  ok := len(w)==s.Hidden+len(s.Rows)
  if ok { for i, row := range s.Rows { if trimR(fold(row))!=trimR(fold(w[s.Hidden+i])) { ok=false; t.Logf("%s/%s row %d\n%q\n%q", r.folder,r.name,i,row,w[s.Hidden+i]); break } } }
  if !ok { t.Errorf("%s/%s sim %d rows, got %d+%d", r.folder,r.name,len(w),s.Hidden,len(s.Rows)) } } } }
func trimR(s string) string { for len(s)>0&&s[len(s)-1]==' ' { s=s[:len(s)-1]}; return s }
