import { loadLater } from "./load-later.ts";

export type NoticeKind = "success" | "error" | "info";
type Action = { name: string; run: () => void };
export type Notice = {
  kind: NoticeKind;
  title: string;
  description?: string;
  /** The buttons of the notice. */
  actions?: readonly Action[];
  /** Time until the notice closes, ms; pauses while it has the pointer or the focus. By default depends on `kind`. */
  duration?: number;
};

/** The function that shows a notice; undefined until the component is mounted. Notices are queued until then. */
let show: ((notice: Notice) => void) | undefined;
const queued: Notice[] = [];

const noticeStack = loadLater(() => import("./notices.tsx").then(({ NoticeStack }) => NoticeStack));

/** Shows a notice in the bottom right corner: `notify("success", "保存成功")`. */
export function notify(
  kind: NoticeKind,
  title: string,
  details: Pick<Notice, "description" | "actions" | "duration"> = {},
): void {
  const notice = { kind, title, ...details };
  if (show !== undefined) return show(notice);
  queued.push(notice);
  noticeStack.get().catch(() => {
    // If the code that shows notices cannot be loaded, errors are shown by `alert`.
    for (const toast of queued.splice(0)) if (toast.kind === "error") window.alert(toast.title);
  });
}

/** Registers the function that shows notices, and calls it for the queued notices. Returns a function that unregisters it. */
export function registerNotices(add: (notice: Notice) => void): () => void {
  show = add;
  for (const notice of queued.splice(0)) add(notice);
  return () => {
    show = undefined;
  };
}

/** Renders the notices; mounted once in the app. */
export const Notices = noticeStack.Component;
