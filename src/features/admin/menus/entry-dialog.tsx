import { useId, useState } from "react";
import { menuEntryKey, menuEntryProblems, type MenuTarget } from "#kit/menu.ts";
import type { FieldProblems } from "#kit/problem.ts";
import { textIn, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import type { Arrangement, DraftEntry, TargetChoice } from "./menu-draft.ts";
import { labelClass, NameInputs } from "./name-inputs.tsx";

const IconPicker = lazyControl(async () => (await import("#client/answers/space-icons.tsx")).IconPicker);

const texts = {
  add: { zh: "添加菜单项", en: "Add entry" },
  edit: { zh: "编辑菜单项", en: "Edit entry" },
  kind: { zh: "打开", en: "Opens" },
  screen: { zh: "功能", en: "Screen" },
  list: { zh: "应用的数据列表", en: "List of an app" },
  page: { zh: "网站页面", en: "Page of the site" },
  configuration: { zh: "配置", en: "Configuration" },
  link: { zh: "其他网站", en: "Another site" },
  path: { zh: "路径", en: "Path" },
  address: { zh: "网址", en: "Address" },
  choose: { zh: "请选择", en: "Choose" },
  chooseFirst: { zh: "请选择要打开的内容", en: "Choose what it opens" },
  none: { zh: "没有可添加的内容", en: "Nothing to add yet" },
  all: { zh: "已全部在菜单中", en: "All are in the menu already" },
  twice: { zh: "菜单中已有此项", en: "The menu already has this entry" },
  tab: {
    zh: "在新标签页中打开，并先显示离站提示；网站信息中的可信网站除外。",
    en: "Opens in a new tab, after the external link notice unless the host is one of your trusted sites.",
  },
  icon: { zh: "图标", en: "Icon" },
  roles: { zh: "可见角色", en: "Visible to roles" },
  rolesHint: {
    zh: "不选则全部有权打开的成员可见。管理员始终可见；角色只影响是否显示，不授予权限。",
    en: "Without any, every member who may open it sees it. Administrators always do. This only shows or hides it and grants nothing.",
  },
  noRoles: { zh: "还没有角色。", en: "There are no roles yet." },
  cancel: { zh: "取消", en: "Cancel" },
  done: { zh: "确定", en: "Done" },
} satisfies Record<string, Text>;

const kinds = ["screen", "list", "page", "configuration", "link"] as const satisfies readonly MenuTarget[];
const newEntry: DraftEntry = { opens: "screen", target: "", name: null, icon: null, roles: [], isHidden: false };
const examples = { page: "/about", link: "https://example.com" };

type TargetProps = {
  entry: DraftEntry;
  choices: readonly TargetChoice[];
  /** The keys of the entries that the menu has, which are not offered. */
  usedKeys: ReadonlySet<string>;
  pages: readonly string[];
  problem: string | undefined;
  onChange: (target: string) => void;
};

/** Chooses or enters what a new entry opens; of an existing one, only paths and addresses can be changed. */
function TargetControl({ entry, choices, usedKeys, pages, problem, onChange }: TargetProps) {
  const t = useText();
  const id = useId();
  const { opens, target } = entry;
  const isTyped = opens === "page" || opens === "link";
  const existing = choices.filter((choice) => choice.opens === opens);
  const options = existing.filter((choice) => !usedKeys.has(menuEntryKey(choice)));
  const emptyText = existing.length === 0 ? texts.none : texts.all;
  return (
    <div className="grid gap-1.5">
      <label className={labelClass} htmlFor={id}>
        {t(opens === "page" ? texts.path : opens === "link" ? texts.address : texts[opens])}
      </label>
      {isTyped ? (
        <Input
          id={id}
          value={target}
          placeholder={examples[opens]}
          maxLength={500}
          list={opens === "page" ? `${id}-pages` : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      ) : (
        <Select
          id={id}
          value={target === "" ? null : target}
          options={options.map((choice) => ({ key: choice.target, name: t(choice.name) }))}
          placeholder={t(options.length === 0 ? emptyText : texts.choose)}
          invalid={problem !== undefined}
          disabled={options.length === 0}
          describedBy={`${id}-help`}
          onChange={(key) => onChange(key ?? "")}
        />
      )}
      {opens === "page" && (
        <datalist id={`${id}-pages`}>
          {pages.map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
      )}
      <div id={`${id}-help`} className="text-sm">
        {opens === "link" && <p className="text-ink-3">{t(texts.tab)}</p>}
        {problem !== undefined && <p className="form-problem text-danger">{problem}</p>}
      </div>
    </div>
  );
}

type EntryDialogProps = Pick<Arrangement, "targets" | "roles" | "pages"> & {
  /** The edited entry; undefined for a new one. */
  entry: DraftEntry | undefined;
  /** The keys of the entries that the menu has. */
  usedKeys: ReadonlySet<string>;
  onDone: (entry: DraftEntry) => void;
  onClose: () => void;
};

/** Adds an entry to a group, or edits one: what it opens, its name, icon and roles. */
export function EntryDialog({ entry, targets, roles, pages, usedKeys, onDone, onClose }: EntryDialogProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const [draft, setDraft] = useState(entry ?? newEntry);
  const [isChecked, setChecked] = useState(false);
  const key = menuEntryKey(draft);
  const isNewKey = entry === undefined || menuEntryKey(entry) !== key;
  const defaultName = targets.find((choice) => menuEntryKey(choice) === key)?.name ?? { zh: "", en: "" };
  const problems: FieldProblems = {
    ...menuEntryProblems(draft),
    ...(isNewKey && usedKeys.has(key) ? { target: texts.twice } : {}),
    ...(draft.target === "" && draft.opens !== "page" && draft.opens !== "link" ? { target: texts.chooseFirst } : {}),
  };
  const problemOf = (field: "target" | "name") =>
    isChecked && problems[field] !== undefined ? t(problems[field]) : undefined;
  const change = (changes: Partial<DraftEntry>) => setDraft({ ...draft, ...changes });
  const isTyped = draft.opens === "page" || draft.opens === "link";

  function finish(): void {
    setChecked(true);
    if (Object.keys(problems).length === 0) onDone(draft);
  }
  return (
    <Dialog
      isOpen
      title={t(entry === undefined ? texts.add : texts.edit)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button kind="primary" onClick={finish}>
            {t(texts.done)}
          </Button>
        </>
      }
    >
      <div className="mt-4 grid gap-4">
        {entry === undefined && (
          <div className="grid gap-1.5">
            <label className={labelClass} htmlFor={`${id}-kind`}>
              {t(texts.kind)}
            </label>
            <Select
              id={`${id}-kind`}
              value={draft.opens}
              options={kinds.map((kind) => ({ key: kind, name: t(texts[kind]) }))}
              onChange={(kind) =>
                change({ opens: kinds.find((item) => item === kind) ?? "screen", target: "", name: null })
              }
            />
          </div>
        )}
        {(entry === undefined || isTyped) && (
          <TargetControl
            entry={draft}
            choices={targets}
            usedKeys={usedKeys}
            pages={pages}
            problem={problemOf("target")}
            onChange={(target) => change({ target })}
          />
        )}
        <NameInputs
          name={draft.name}
          defaultName={defaultName}
          problem={problemOf("name")}
          onChange={(name) => change({ name })}
        />
        <div className="grid gap-1.5">
          <label className={labelClass} htmlFor={`${id}-icon`}>
            {t(texts.icon)}
          </label>
          <IconPicker
            id={`${id}-icon`}
            value={draft.icon}
            name={t(texts.icon)}
            locale={locale}
            invalid={false}
            disabled={false}
            describedBy={undefined}
            onChange={(icon) => change({ icon })}
            onBlur={() => undefined}
          />
        </div>
        <fieldset className="grid gap-1.5">
          <legend className={labelClass}>{t(texts.roles)}</legend>
          <p className="text-sm text-ink-3">{t(texts.rolesHint)}</p>
          {roles.length === 0 && <p className="text-sm text-ink-3">{t(texts.noRoles)}</p>}
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {roles.map((role) => (
              <li key={role.id}>
                <LabelledCheckbox
                  checked={draft.roles.includes(role.id)}
                  disabled={false}
                  onChange={(isChosen) =>
                    change({
                      roles: isChosen ? [...draft.roles, role.id] : draft.roles.filter((item) => item !== role.id),
                    })
                  }
                >
                  {textIn(role.name, locale)}
                </LabelledCheckbox>
              </li>
            ))}
          </ul>
        </fieldset>
      </div>
    </Dialog>
  );
}
