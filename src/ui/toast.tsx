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
  /** What the notice is about, for `closeNotices`. */
  topic?: string;
};

type NoticeView = { show: (notice: Notice) => void; close: (topic: string) => void };

/** The displayed stack of notices; undefined until the component is mounted. Notices are queued until then. */
let view: NoticeView | undefined;
const queued: Notice[] = [];

const noticeStack = loadLater(() => import("./notices.tsx").then(({ NoticeStack }) => NoticeStack));

/** Shows a notice in the bottom right corner: `notify("success", "保存成功")`. */
export function notify(
  kind: NoticeKind,
  title: string,
  details: Pick<Notice, "description" | "actions" | "duration" | "topic"> = {},
): void {
  const notice = { kind, title, ...details };
  if (view !== undefined) return view.show(notice);
  queued.push(notice);
  noticeStack.get().catch(() => {
    // If the code that shows notices cannot be loaded, errors are shown by `alert`.
    for (const toast of queued.splice(0)) if (toast.kind === "error") window.alert(toast.title);
  });
}

/** Closes the notices about a topic, when what they say or offer is no longer true. */
export const closeNotices = (topic: string): void => view?.close(topic);

/** Registers the stack that shows notices, and shows the queued ones. Returns a function that unregisters it. */
export function registerNotices(stack: NoticeView): () => void {
  view = stack;
  for (const notice of queued.splice(0)) stack.show(notice);
  return () => {
    view = undefined;
  };
}

/** Renders the notices; mounted once in the app. */
export const Notices = noticeStack.Component;
