/** Uploads a rulesheet, shows the checker's findings, and links to the new game. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { RulesheetDocument } from "../../service/library-documents.ts";
import { clients } from "../client/clients.ts";
import { ErrorMessage, Loading } from "../parts/notices.tsx";
import { hrefOf } from "../router.ts";

const MAX_BYTES = 1_000_000;

export function UploadRulesheetPage(): VNode {
  const text = useSignal("");
  const name = useSignal("");
  const file = useSignal("");
  const over = useSignal(false);
  const checking = useSignal(false);
  const found = useSignal<RulesheetDocument | null>(null);
  const failure = useSignal<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const check = async (): Promise<void> => {
    failure.value = null;
    found.value = null;
    checking.value = true;
    try {
      found.value = await clients.fetch((server) =>
        server.rulesheet({
          text: text.value,
          name: file.value || "my game",
          ...(name.value.trim() !== "" && { title: name.value.trim() }),
        }),
      );
    } catch (error) {
      failure.value = messageOf(error);
    }
    checking.value = false;
  };
  const upload = async (chosen: File | undefined): Promise<void> => {
    over.value = false;
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) {
      failure.value = `${chosen.name} has ${chosen.size.toLocaleString("en")} bytes; the limit is ${MAX_BYTES.toLocaleString("en")}.`;
      return;
    }
    text.value = await chosen.text();
    file.value = chosen.name;
    await check();
  };
  const goToLine = (line: number, column: number): void => {
    const lines = text.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Upload rules</h1>
        <p>Play any game written in GDL, the game description language. The rulesheet is checked first.</p>
      </header>
      <div class="columns">
        <section class="card" aria-label="Rulesheet">
          <div
            class={over.value ? "drop over" : "drop"}
            onDragOver={(event) => {
              event.preventDefault();
              over.value = true;
            }}
            onDragLeave={() => (over.value = false)}
            onDrop={(event) => {
              event.preventDefault();
              void upload(event.dataTransfer?.files[0]);
            }}
          >
            <p>
              Drop a rulesheet here (<code>.kif</code>), or{" "}
              <label class="file">
                choose a file
                <input
                  type="file"
                  accept=".kif,.gdl,.txt,text/plain"
                  onChange={(event) => void upload(event.currentTarget.files?.[0])}
                />
              </label>
            </p>
          </div>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void check();
            }}
          >
            <label>
              Name
              <input
                type="text"
                value={name.value}
                placeholder={file.value === "" ? "my game" : "as in the file"}
                onInput={(event) => (name.value = event.currentTarget.value)}
              />
            </label>
            <label>
              Rules
              <textarea
                ref={area}
                rows={16}
                spellcheck={false}
                value={text.value}
                placeholder={"(role x)\n(role o)\n(init (control x))\n…"}
                onInput={(event) => (text.value = event.currentTarget.value)}
              />
            </label>
            <button type="submit" class="primary" disabled={text.value.trim() === "" || checking.value}>
              Check and upload
            </button>
          </form>
        </section>
        <section class="card" aria-label="Findings" aria-live="polite">
          <h2>Findings</h2>
          {checking.value && <Loading what="the findings" />}
          {failure.value !== null && <ErrorMessage text={failure.value} />}
          {found.value === null && !checking.value && failure.value === null && (
            <p class="none">No rulesheet checked yet.</p>
          )}
          {found.value && <Findings found={found.value} onShow={goToLine} />}
        </section>
      </div>
    </div>
  );
}

function Findings({
  found,
  onShow,
}: {
  readonly found: RulesheetDocument;
  readonly onShow: (line: number, column: number) => void;
}): VNode {
  return (
    <>
      <p>
        <strong>{found.title}</strong>: {found.summary}
      </p>
      {found.game !== null ? (
        <p class="actions">
          <a class="button primary" href={hrefOf(["play", found.game])}>
            Play
          </a>
          <a class="button" href={hrefOf(["explore", found.game])}>
            Explore
          </a>
          <a class="button" href={hrefOf(["watch", found.game])}>
            Watch
          </a>
        </p>
      ) : (
        <ErrorMessage text="This rulesheet cannot be played; see the findings." />
      )}
      {found.findings.length === 0 ? (
        <p class="none">No errors or warnings.</p>
      ) : (
        <ul class="findings">
          {found.findings.map((finding) => (
            <li key={`${finding.line}:${finding.column}:${finding.message}`} class={finding.severity}>
              <button type="button" class="link" onClick={() => onShow(finding.line, finding.column)}>
                line {finding.line}, column {finding.column}
              </button>{" "}
              <strong>{finding.severity}</strong>: {finding.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
