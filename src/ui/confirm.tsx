import { useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export type Question = {
  title: string;
  text?: string;
  yes: string;
  /** Absent: a message with one button, which only that button closes. */
  no?: string;
  isDangerous?: boolean;
};

type OpenQuestion = Question & { isOpen: boolean; answer: (isYes: boolean) => void };
let openQuestion: OpenQuestion | undefined;
const listeners = new Set<() => void>();

function show(next: OpenQuestion | undefined): void {
  openQuestion = next;
  for (const listener of listeners) listener();
}

/** Opens a confirmation dialog and resolves to whether the person confirmed. Answers a dialog that is already open with no. */
export function ask(question: Question): Promise<boolean> {
  openQuestion?.answer(false);
  return new Promise((resolve) => {
    const openedQuestion: OpenQuestion = {
      ...question,
      isOpen: true,
      answer(isYes) {
        resolve(isYes);
        // The texts stay while the dialog fades out.
        if (openQuestion === openedQuestion) show({ ...openedQuestion, isOpen: false, answer: () => undefined });
      },
    };
    show(openedQuestion);
  });
}

/** Renders confirmation dialogs; mounted once in the app. */
export function Questions() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openQuestion,
  );
  const safeButton = useRef<HTMLButtonElement>(null);
  if (question === undefined) return null;
  const { isOpen, title, text, yes, no, isDangerous = false, answer } = question;
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      description={text}
      isClosable={no !== undefined}
      initialFocus={safeButton}
      onClose={() => answer(false)}
      actions={
        <>
          {no !== undefined && (
            <Button ref={isDangerous ? safeButton : undefined} onClick={() => answer(false)}>
              {no}
            </Button>
          )}
          <Button
            ref={isDangerous && no !== undefined ? undefined : safeButton}
            kind={isDangerous ? "danger" : "primary"}
            onClick={() => answer(true)}
          >
            {yes}
          </Button>
        </>
      }
    />
  );
}
