package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// The scripts ask the program itself, so that they never fall behind it. With
// 0=zsh in the environment urfave/cli 2.27 adds what each command is for. They
// keep to bash 3.2, which macOS has, and to zsh's two ways of loading one: by
// eval, and as the file _savectx in $fpath.
var completions = map[string]string{
	"bash": `_savectx() {
    local word="${COMP_WORDS[COMP_CWORD]}" ask=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
    [[ $word == -* ]] && ask+=("${word/%--/-}") # two hyphens alone would end the flags
    COMPREPLY=($(compgen -W "$(savectx "${ask[@]}" --generate-bash-completion 2>/dev/null)" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default 2>/dev/null
}
complete -F _savectx savectx
`,
	"zsh": `#compdef savectx
_savectx() {
    local -a found ask
    ask=("${(@)words[2,CURRENT-1]}")
    [[ ${words[CURRENT]} == -* ]] && ask+=("${words[CURRENT]/%--/-}")
    found=("${(@f)$(env 0=zsh savectx "${ask[@]}" --generate-bash-completion 2>/dev/null)}")
    if [[ -n ${found[1]} ]]; then _describe 'savectx' found; else _files; fi
}
if [[ ${funcstack[1]} == _savectx ]]; then _savectx "$@"; else compdef _savectx savectx; fi
`,
	"fish": `function __savectx_complete
    set -l ask (commandline -opc)[2..]
    set -l word (commandline -ct)
    string match -q -- '-*' $word; and set ask $ask (string replace -r -- '^--$' '-' $word)
    env 0=zsh savectx $ask --generate-bash-completion 2>/dev/null | string replace -r ':' '\t'
end
complete -c savectx -f -a '(__savectx_complete)'
complete -c savectx -l items -r -F
`,
}

func completionCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print the completion script of a shell", ArgsUsage: "bash|zsh|fish",
		BashComplete: func(*cli.Context) { v.say("bash\nzsh\nfish") },
		Action: func(c *cli.Context) error {
			script, ok := completions[c.Args().First()]
			if !ok || c.NArg() != 1 {
				return usageError{"completion needs the name of a shell: bash, zsh or fish", `for bash: eval "$(savectx completion bash)"`}
			}
			_, err := fmt.Fprint(v.out, script)
			return err
		},
	}
}
