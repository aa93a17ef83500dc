package loopback

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

func stream(w http.ResponseWriter, r *http.Request, call int, model string, tokens int, p plan) {
	w.Header().Set("Content-Type", "text/event-stream")
	s := sender{w: w, flush: http.NewResponseController(w)}
	usage := map[string]int{"input_tokens": tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 1}
	s.send("message_start", map[string]any{"message": map[string]any{
		"id": "msg_loopback" + strconv.Itoa(call), "type": "message", "role": "assistant", "model": model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": usage}})
	if p.stall {
		<-r.Context().Done()
		return
	}
	s.send("content_block_start", map[string]any{"index": 0, "content_block": map[string]string{"type": "text", "text": ""}})
	if !s.text(r, p) {
		return
	}
	s.send("content_block_stop", map[string]any{"index": 0})
	reason := "end_turn"
	if p.tool != "" {
		reason = "tool_use"
		input, _ := json.Marshal(p.input)
		s.send("content_block_start", map[string]any{"index": 1, "content_block": map[string]any{
			"type": "tool_use", "id": "toolu_loopback" + strconv.Itoa(call), "name": p.tool, "input": map[string]any{}}})
		s.send("content_block_delta", map[string]any{"index": 1, "delta": map[string]string{
			"type": "input_json_delta", "partial_json": string(input)}})
		s.send("content_block_stop", map[string]any{"index": 1})
	}
	s.send("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": reason, "stop_sequence": nil}, "usage": map[string]int{"output_tokens": 20}})
	s.send("message_stop", map[string]any{})
}

type sender struct {
	w     http.ResponseWriter
	flush *http.ResponseController
}

func (s sender) send(event string, fields map[string]any) {
	fields["type"] = event
	data, _ := json.Marshal(fields)
	fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, data)
	_ = s.flush.Flush()
}

// text streams the answer in 20 pieces over p.pace; false when the client hung up.
func (s sender) text(r *http.Request, p plan) bool {
	const pieces = 20
	runes := []rune(p.text)
	step := len(runes)/pieces + 1
	for i := 0; i < len(runes); i += step {
		s.send("content_block_delta", map[string]any{"index": 0, "delta": map[string]string{
			"type": "text_delta", "text": string(runes[i:min(i+step, len(runes))])}})
		select {
		case <-time.After(p.pace / pieces):
		case <-r.Context().Done():
			return false
		}
	}
	return true
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func apiError(kind, text string) any {
	return map[string]any{"type": "error", "error": map[string]string{"type": kind, "message": text}}
}
