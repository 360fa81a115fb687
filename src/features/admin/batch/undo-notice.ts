import { errorMessage } from "#kit/error-message.ts";
import { seconds } from "#kit/format.ts";
import type { Locale, Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已恢复", en: "Restored" },
  failed: { zh: "失败", en: "Failed" },
};

/** How long the notice with the undo button is shown, in ms. */
const undoDuration = seconds(20);

/** Shows a notice of a failed operation, with the error's message. */
export const notifyFailure = (error: unknown, locale: Locale) =>
  notify("error", texts.failed[locale], { description: errorMessage(error) });

type Undoable = {
  undo: () => Promise<unknown>;
  locale: Locale;
  /** Called after the undo, also after a failed one. */
  onUndone: () => Promise<void>;
  /** What the toast is about (`closeToasts`). */
  topic?: string;
};

/** Returns a function that undoes an operation on rows of a type. `id`: the id for undoing, from the response to the operation. */
export const undoOf = (type: string, id: string) => () => call("POST Api/{type}/Undo", { type, undo: id });

async function runUndo({ undo, locale, onUndone }: Undoable): Promise<void> {
  try {
    await undo();
    notify("success", texts.undone[locale]);
  } catch (error) {
    notifyFailure(error, locale);
  }
  await onUndone();
}

/** Confirms an operation and offers to undo it. */
export const notifyUndoable = (text: Text, undoable: Undoable): void =>
  notify("success", text[undoable.locale], {
    actions: [{ name: texts.undo[undoable.locale], run: () => void runUndo(undoable) }],
    duration: undoDuration,
    ...(undoable.topic === undefined ? {} : { topic: undoable.topic }),
  });
