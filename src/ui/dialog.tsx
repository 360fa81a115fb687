import type { DialogProps } from "./dialog-frame.tsx";
import { useLoadWhenOpened } from "./dialog-later.tsx";
import { loadLater } from "./load-later.ts";

const frame = loadLater(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

/** A modal dialog. Keeps the focus inside and returns it to the previous element. The implementation is loaded with the first dialog. */
export function Dialog(props: DialogProps) {
  useLoadWhenOpened(frame, props.isOpen, props.onClose);
  return <frame.Component {...props} />;
}
