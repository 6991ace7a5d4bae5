/** A modal dialog: the browser's own, which traps focus and handles Escape. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
