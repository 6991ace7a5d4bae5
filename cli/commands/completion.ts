/** `gamelore completion SHELL`: a script that completes commands, games and options. */
import { Argument, type Command } from "commander";
import { completionScript, completionWords, SHELLS, type Shell } from "../completion.ts";

/** The program with all commands, the general game that stands for all of them, and their names. */
type CompleteProgram = () => Promise<{ program: Command; like: string; generalGames: readonly string[] }>;

export function completionCommand(program: Command, complete: CompleteProgram): void {
  program
    .command("completion")
    .description("prints a script for the shell that completes commands, games and options")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText(
      "after",
      `\nExamples:
  eval "$(gamelore completion bash)"        in ~/.bashrc
  eval "$(gamelore completion zsh)"         in ~/.zshrc, after compinit
  gamelore completion fish > ~/.config/fish/completions/gamelore.fish`,
    )
    .action(async (shell: Shell) => {
      const { program: whole, like, generalGames } = await complete();
      const words = completionWords(whole, (name) =>
        name === like ? generalGames.filter((game) => game !== like) : [],
      );
      process.stdout.write(completionScript(shell, words));
    });
}
