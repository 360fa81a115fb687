import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { useText } from "./locale.ts";
import { type ToastOptions, type ToastKind, registerToasts } from "./toast.tsx";

type ToastData = Required<Pick<ToastOptions, "actions">>;

const manager = Toast.createToastManager<ToastData>();
/** The topics of the open toasts that have one, by the id of the toast. */
const topics = new Map<string, string>();
const closeWord = { zh: "关闭", en: "Close" };
const regionName = { zh: "通知", en: "Notifications" };
const kindStyles = {
  success: { Icon: CircleCheck, color: "text-success" },
  error: { Icon: CircleAlert, color: "text-danger" },
  info: { Icon: Info, color: "text-info" },
};

/** Time until a toast closes, ms: long enough to read a sentence, twice as long for errors. */
const durations = { success: 4000, info: 4000, error: 8000 };

/** Shows a toast above all other content. */
function addToast({ kind, title, description, actions = [], duration, topic }: ToastOptions): void {
  const id: string = manager.add<ToastData>({
    type: kind,
    title,
    // A toast with buttons stays twice as long, because the person needs time to decide.
    timeout: duration ?? (actions.length > 0 ? 2 * durations[kind] : durations[kind]),
    priority: kind === "error" ? "high" : "low",
    ...(description === undefined ? {} : { description }),
    onRemove: () => void topics.delete(id),
    data: {
      actions: actions.map(({ name, run }) => ({
        name,
        run() {
          manager.close(id);
          run();
        },
      })),
    },
  });
  if (topic !== undefined) topics.set(id, topic);
}

function closeByTopic(closedTopic: string): void {
  for (const [id, topic] of topics) if (topic === closedTopic) manager.close(id);
}

function ToastItems() {
  const t = useText();
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const { Icon, color } = kindStyles[(toast.type ?? "info") as ToastKind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // Base UI hides errors, which it announces separately, and all close buttons from screen readers until a toast has the focus.
        aria-hidden={false}
        className="toast pointer-events-auto mt-2 flex items-start gap-3 rounded-md border border-line bg-sheet px-4 py-3 text-sm shadow-lg"
      >
        <Icon size={20} strokeWidth={1.5} className={`shrink-0 ${color}`} aria-hidden="true" />
        <Toast.Content className="min-w-0 flex-1">
          <Toast.Title className="font-medium text-ink" />
          <Toast.Description className="mt-0.5 text-ink-2" />
          {toast.data !== undefined && toast.data.actions.length > 0 && (
            <span className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
              {toast.data.actions.map(({ name, run }) => (
                <button
                  key={name}
                  type="button"
                  className="font-medium text-brand underline underline-offset-3 pointer-coarse:min-h-11"
                  onClick={run}
                >
                  {name}
                </button>
              ))}
            </span>
          )}
        </Toast.Content>
        <Toast.Close
          aria-label={t(closeWord)}
          aria-hidden={false}
          className="-my-1 -mr-2 grid size-7 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
        >
          <X size={16} strokeWidth={1.5} />
        </Toast.Close>
      </Toast.Root>
    );
  });
}

/** The region of toasts. It is inside the app's root, which an open modal dialog hides from screen readers: they read the dialog undisturbed. */
export function ToastStack() {
  const t = useText();
  useEffect(() => registerToasts({ show: addToast, close: closeByTopic }), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Viewport aria-label={t(regionName)} className="toasts">
        <ToastItems />
      </Toast.Viewport>
    </Toast.Provider>
  );
}
