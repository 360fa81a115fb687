import { ChevronDown } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RowAction } from "#kit/auto.ts";
import { Menu } from "#ui/menu.tsx";
import { bindCommand, defineCommandFor } from "#ui/command.ts";
import { registerScreenCommands } from "#ui/command-state.ts";
import { useLocale } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { rowIcons } from "#render/table/row-icons.ts";
import { runRowAction } from "./run-row-action.ts";

const texts = {
  actions: { zh: "操作", en: "Actions" },
  unsaved: { zh: "请先保存修改", en: "Save your changes first" },
};
const group = { zh: "此数据", en: "This record" };
const defineCommand = defineCommandFor<() => ActionContext>();

type FormActionsProps = {
  type: string;
  id: string;
  /** The row's title, if it has one. */
  name: string | undefined;
  actions: readonly RowAction[];
  isDirty: () => boolean;
  /** Opens the address of an action that is a link. */
  onOpen: (url: string) => void;
  /** Called when the row may have changed. */
  onChanged: () => Promise<void>;
};

/** The context of the commands, with the functions of the latest render. */
type ActionContext = { isDirty: () => boolean; run: (action: RowAction) => void };

/** The actions on the row of a form, as a menu and as commands of the palette. */
export function FormActions({ type, id, name, actions, isDirty, onOpen, onChanged }: FormActionsProps) {
  const locale = useLocale();

  async function run(action: RowAction): Promise<void> {
    if (action.event === "open") return onOpen(action.url);
    // The form is loaded again after the action, so unsaved edits would be lost.
    if (isDirty()) return notify("info", texts.unsaved[locale]);
    const isDone = await runRowAction({ type, ids: [id], name, action, locale, onUndone: onChanged });
    if (isDone) await onChanged();
  }

  const actionContext = useRef<ActionContext>(undefined);
  useLayoutEffect(() => {
    actionContext.current = { isDirty, run: (action) => void run(action) };
  });
  useEffect(
    () =>
      registerScreenCommands(() =>
        Promise.resolve(
          actions.map((action) =>
            bindCommand(
              () => actionContext.current!,
              defineCommand({
                id: `row ${"command" in action ? action.command : action.event}`,
                group,
                name: { zh: action.name, en: action.name },
                icon: rowIcons[action.icon],
                when(getContext) {
                  if (action.disabled !== undefined) return { zh: action.disabled, en: action.disabled };
                  return action.event === "open" || !getContext().isDirty() || texts.unsaved;
                },
                run: (getContext) => getContext().run(action),
              }),
            ),
          ),
        ),
      ),
    [actions],
  );

  return (
    <Menu
      label={texts.actions[locale]}
      trigger={
        <>
          {texts.actions[locale]}
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </>
      }
      className="button-link"
      popupClassName="max-w-72"
      items={actions.map((action) => {
        const Icon = rowIcons[action.icon];
        return {
          name: action.name,
          icon: <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />,
          ...(action.disabled === undefined ? {} : { reason: action.disabled }),
          run: () => void run(action),
        };
      })}
    />
  );
}
