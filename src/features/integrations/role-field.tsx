import { Link } from "react-router";
import { RelationCheckboxes } from "#client/relation-checkboxes.tsx";
import type { DialogField } from "#render/form/form-dialog.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  roles: { zh: "角色", en: "Roles" },
  none: {
    zh: "还没有角色。请先新增一个角色，选择可以读写哪些数据。",
    en: "No roles yet. Add one that says which data may be read and changed.",
  },
  manage: { zh: "管理角色", en: "Manage roles" },
};

/** A form field that selects roles, with a link to the list of roles. Its value is the ids joined by commas. */
export function useRoleField(hint?: string): DialogField {
  const t = useText();
  return {
    name: "roles",
    label: t(texts.roles),
    hint,
    type: "other",
    render: ({ id, value, describedBy, onChange }) => (
      <div>
        <RelationCheckboxes
          id={id}
          entity="role"
          value={value === "" ? [] : value.split(",")}
          disabled={false}
          describedBy={describedBy}
          emptyText={t(texts.none)}
          onChange={(ids) => onChange(ids.join(","))}
        />
        <Link
          className="inline-flex items-center text-sm text-brand underline-offset-3 hover:underline pointer-coarse:min-h-11"
          to="/admin/role/list"
        >
          {t(texts.manage)}
        </Link>
      </div>
    ),
  };
}
