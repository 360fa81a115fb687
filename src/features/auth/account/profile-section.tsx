import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { ImageInput } from "#client/editors/image-input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { Avatar } from "#client/avatar.tsx";
import { nameOf, type Person } from "#client/person.ts";
import { Section } from "#ui/section.tsx";

const texts = {
  profile: { zh: "个人资料", en: "Profile" },
  edit: { zh: "编辑", en: "Edit" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "保存成功", en: "Saved" },
  name: { zh: "姓名", en: "Name" },
  avatar: { zh: "头像", en: "Avatar" },
  mobile: { zh: "手机号", en: "Mobile number" },
  space: { zh: "所属空间", en: "Space" },
  role: { zh: "角色", en: "Role" },
  administrator: { zh: "管理员", en: "Administrator" },
  member: { zh: "成员", en: "Member" },
};

/** ms after a change of the profile at which it is read anew (B-186). */
const rereadDelay = 1000;

/** The person's name and avatar in this space. */
export function ProfileSection({ person }: { person: Person }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const isAdministrator = person.isAdministrator || person.isSuperAdmin;
  const profileRows = [
    [texts.mobile, person.mobile],
    [texts.space, person.tenant.name[locale]],
    [texts.role, t(isAdministrator ? texts.administrator : texts.member)],
  ] as const;

  async function save({ name = "", avatar = "" }: Record<string, string>): Promise<void> {
    const changes = { name, avatar: avatar === "" ? null : avatar };
    await call("POST user/profile", changes);
    setIsOpen(false);
    notify("success", t(texts.saved));
    // What was saved is shown at once.
    client.setQueryData<Person>(["person"], (shown) => shown && { ...shown, ...changes });
    setTimeout(() => void client.invalidateQueries({ queryKey: ["person"] }), rereadDelay);
  }

  return (
    <Section title={t(texts.profile)}>
      <div className="flex items-center gap-4">
        <Avatar person={person} className="size-12 text-lg" />
        <p className="min-w-0 flex-1 truncate text-lg font-medium">{nameOf(person)}</p>
        <Button onClick={() => setIsOpen(true)}>{t(texts.edit)}</Button>
      </div>
      <dl className="grid gap-3">
        {profileRows.map(([label, value]) => (
          <div key={label.en} className="grid grid-cols-1 gap-1 break-words sm:grid-cols-[160px_minmax(0,1fr)]">
            <dt className="text-sm text-ink-3">{t(label)}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isOpen && (
        <FormDialog
          title={t(texts.profile)}
          save={t(texts.save)}
          // A name equal to the mobile number was filled in by the program; the field starts empty.
          initialValues={{ name: person.name === person.mobile ? "" : person.name, avatar: person.avatar ?? "" }}
          fields={[
            { name: "name", label: t(texts.name), type: "text", autoComplete: "name", max: 50 },
            {
              name: "avatar",
              label: t(texts.avatar),
              type: "other",
              isOptional: true,
              render: ({ id, value, isInvalid, describedBy, onChange }) => (
                <ImageInput
                  id={id}
                  value={value === "" ? null : value}
                  invalid={isInvalid}
                  disabled={false}
                  describedBy={describedBy}
                  locale={locale}
                  onChange={(url) => onChange(url ?? "")}
                />
              ),
            },
          ]}
          onSave={save}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}
