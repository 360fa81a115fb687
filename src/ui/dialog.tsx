import { useEffect } from "react";
import type { DialogProps } from "./dialog-frame.tsx";
import { loadLater } from "./load-later.ts";
import { useSay } from "./locale.ts";
import { notArrived } from "./not-arrived.ts";

const frame = loadLater(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

/**
 * A question or a small form over the screen. Focus stays inside and goes back to where it came from. What stands around it is loaded
 * with the first one; where that does not arrive, the browser says so and nothing waits behind something invisible.
 */
export function Dialog(props: DialogProps) {
  const isLoaded = frame.useIsLoaded();
  const say = useSay();
  const { isOpen, onClose } = props;
  const isMissing = !isLoaded && isOpen;
  useEffect(() => {
    if (!isMissing) return;
    frame.get().catch(() => {
      window.alert(say(notArrived));
      onClose();
    });
    // Once for every time it is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
  return <frame.Component {...props} />;
}
