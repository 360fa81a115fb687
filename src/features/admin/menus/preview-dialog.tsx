import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { MenuName } from "#kit/menus.ts";
import { textIn } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { MenuEntryIcon } from "#ui/menu-entry-icon.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { type Arrangement, type Draft, groupsOf } from "./menu-draft.ts";
import { labelClass } from "./name-inputs.tsx";

const texts = {
  title: { zh: "预览菜单", en: "Preview the menu" },
  text: { zh: "包含尚未保存的修改。", en: "Includes what you have not saved yet." },
  role: { zh: "身份", en: "As seen by" },
  noRole: { zh: "没有角色的成员", en: "A member without a role" },
  empty: { zh: "没有可以打开的菜单项。", en: "No entry can be opened." },
  close: { zh: "关闭", en: "Close" },
};
const noRole = "";

type PreviewDialogProps = { menu: MenuName; draft: Draft; roles: Arrangement["roles"]; onClose: () => void };

/** The menu as a member with a role, or without any, would see it. */
export function PreviewDialog({ menu, draft, roles, onClose }: PreviewDialogProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const [role, setRole] = useState(noRole);
  const query = useQuery({
    queryKey: ["menu preview", menu, role],
    queryFn: ({ signal }) =>
      call(
        "POST paas/menu/preview",
        { menu, groups: groupsOf(draft), role: role === noRole ? null : role },
        { signal },
      ),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog
      isOpen
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <div className="mt-4 grid gap-4">
        <div className="grid gap-1.5">
          <label className={labelClass} htmlFor={id}>
            {t(texts.role)}
          </label>
          <Select
            id={id}
            value={role}
            options={[
              { key: noRole, name: t(texts.noRole) },
              ...roles.map((item) => ({ key: item.id, name: textIn(item.name, locale) })),
            ]}
            onChange={(key) => setRole(key ?? noRole)}
          />
        </div>
        <QueryContent query={query} height="h-60">
          {(groups) => (
            <div className="grid gap-4 rounded-sm border border-line bg-paper-2 p-3 text-sm">
              {groups.length === 0 && <p className="text-ink-3">{t(texts.empty)}</p>}
              {groups.map((group, index) => (
                <div key={index}>
                  <p className="mb-1 text-xs text-ink-3">{t(group.name)}</p>
                  <ul>
                    {group.entries.map((entry) => (
                      <li key={entry.screenId ?? entry.url} className="flex min-h-8 items-center gap-2.5">
                        <MenuEntryIcon entry={entry} isCurrent={false} />
                        <span className="min-w-0 break-words">{t(entry.name)}</span>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          )}
        </QueryContent>
      </div>
    </Dialog>
  );
}
