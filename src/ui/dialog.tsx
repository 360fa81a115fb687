import type { DialogProps } from "./dialog-frame.tsx";
import { useArrival } from "./dialog-later.tsx";
import { loadLater } from "./load-later.ts";

const frame = loadLater(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

/** A question or a small form over the screen. Focus stays inside and goes back to where it came from. What stands around it is loaded with the first one. */
export function Dialog(props: DialogProps) {
  useArrival(frame, props.isOpen, props.onClose);
  return <frame.Component {...props} />;
}
