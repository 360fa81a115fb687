import { loadLater } from "./load-later.ts";

// A toast is a message in a corner of the window. Notices (kit/notice.ts) are something else: they are stored and listed under the bell.
export type ToastKind = "success" | "error" | "info";
type Action = { name: string; run: () => void };
export type ToastOptions = {
  kind: ToastKind;
  title: string;
  description?: string;
  /** The buttons of the toast. */
  actions?: readonly Action[];
  /** Time until the toast closes, ms; pauses while it has the pointer or the focus. By default depends on `kind` and `actions`. */
  duration?: number;
  /** What the toast is about, for `closeToasts`. */
  topic?: string;
};

type ToastView = { show: (toast: ToastOptions) => void; close: (topic: string) => void };

/** The mounted stack of toasts; undefined until the component is mounted. Toasts are queued until then. */
let view: ToastView | undefined;
const queued: ToastOptions[] = [];

const toastStack = loadLater(() => import("./toast-stack.tsx").then(({ ToastStack }) => ToastStack));

/** Shows a toast in a corner of the window: `notify("success", "保存成功")`. */
export function notify(
  kind: ToastKind,
  title: string,
  details: Pick<ToastOptions, "description" | "actions" | "duration" | "topic"> = {},
): void {
  const toast = { kind, title, ...details };
  if (view !== undefined) return view.show(toast);
  queued.push(toast);
  toastStack.get().catch(() => {
    // If the code that shows toasts cannot be loaded, errors are shown by `alert`.
    for (const queuedToast of queued.splice(0)) if (queuedToast.kind === "error") window.alert(queuedToast.title);
  });
}

/** Closes the toasts about a topic, because what they say or offer is no longer true. */
export const closeToasts = (topic: string): void => view?.close(topic);

/** Registers the stack that shows toasts, and shows the queued ones. Returns a function that unregisters it. */
export function registerToasts(stack: ToastView): () => void {
  view = stack;
  for (const toast of queued.splice(0)) stack.show(toast);
  return () => {
    view = undefined;
  };
}

/** Renders the toasts; mounted once in the app. */
export const Toasts = toastStack.Component;
