import { loadLater } from "./load-later.ts";

export type NoticeKind = "success" | "error" | "info";
type Action = { name: string; run: () => void };
export type Notice = {
  kind: NoticeKind;
  title: string;
  description?: string;
  /** The buttons of the notice. */
  actions?: readonly Action[];
  /** ms until it closes automatically; the timer pauses while the pointer or the focus is on it. Default: by kind. */
  duration?: number;
};

/** Shows a notice, once the component is mounted, and the notices from before. */
let show: ((notice: Notice) => void) | undefined;
const queued: Notice[] = [];

const stack = loadLater(() => import("./notices.tsx").then(({ NoticeStack }) => NoticeStack));

/** Shows a notice at the bottom right, over everything: `notify("success", "保存成功")`. */
export function notify(
  kind: NoticeKind,
  title: string,
  details: Pick<Notice, "description" | "actions" | "duration"> = {},
): void {
  const notice = { kind, title, ...details };
  if (show !== undefined) return show(notice);
  queued.push(notice);
  stack.get().catch(() => {
    // If the code that shows notices cannot be loaded, errors are shown by `alert`.
    for (const toast of queued.splice(0)) if (toast.kind === "error") window.alert(toast.title);
  });
}

/** Registers the component that shows notices, beginning with earlier ones. Returns a function that unregisters it. */
export function registerNotices(add: (notice: Notice) => void): () => void {
  show = add;
  for (const notice of queued.splice(0)) add(notice);
  return () => {
    show = undefined;
  };
}

/** Renders the notices; mounted once in the app. */
export const Notices = stack.Component;
