import { useState } from "react";
import { closedSpaceDays, platformCode } from "#kit/space.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import type { Person } from "#client/person.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Section, Setting } from "#ui/section.tsx";

const texts = {
  title: { zh: "关闭空间", en: "Close space" },
  name: { zh: "关闭“{name}”", en: "Close {name}" },
  text: {
    zh: "网站、登录、接口、任务和推送立即停止，{days} 天后永久清除全部数据。请先导出需要保留的内容：上方的空间配置，以及各列表的数据。",
    en: "The website, sign-ins, API, jobs and webhooks stop at once, and all data are erased after {days} {days|day|days}. Export what you need first: the configuration of the space above, and the rows of each list.",
  },
  button: { zh: "关闭空间", en: "Close space" },
  sure: { zh: "关闭“{name}”？", en: "Close {name}?" },
  sureText: {
    zh: "所有成员将立即退出登录，包括您。{days} 天内平台可以重新开放空间，之后全部数据和文件将永久清除，无法恢复。",
    en: "All members are signed out at once, and so are you. For {days} {days|day|days} the platform can reopen the space; after that, all data and files are erased and cannot be restored.",
  },
  nameLabel: { zh: "空间名称", en: "Name of the space" },
  typeName: { zh: "请输入“{name}”以确认", en: "Type {name} to confirm" },
  wrong: { zh: "与空间名称不一致", en: "This is not the name of the space" },
} satisfies Record<string, Text>;

/** Closes the space, for its administrators; nothing for the platform's own space. */
export function CloseSpaceSection({ person }: { person: Person }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { name: spaceName, sign } = person.tenant;
  // The platform's own space cannot be closed.
  if (sign === platformCode) return null;
  const name = t(spaceName);
  const days = closedSpaceDays;
  return (
    <Section title={t(texts.title)}>
      <Setting
        name={t(formatText(texts.name, { name }))}
        action={
          <Button kind="danger" onClick={() => setOpen(true)}>
            {t(texts.button)}
          </Button>
        }
      >
        {t(formatText(texts.text, { days }))}
      </Setting>
      {isOpen && (
        <FormDialog
          title={t(formatText(texts.sure, { name }))}
          description={t(formatText(texts.sureText, { days }))}
          save={t(texts.button)}
          isDangerous
          fields={[
            {
              name: "name",
              label: t(texts.nameLabel),
              hint: t(formatText(texts.typeName, { name })),
              type: "text",
              max: 500,
            },
          ]}
          check={({ name: typed = "" }) => (typed.trim() === name.trim() ? {} : { name: t(texts.wrong) })}
          onSave={async ({ name: typed = "" }) => {
            await call("POST user/spaces/close", { name: typed });
            // The session has ended; a site of its own says what happened.
            location.assign("/");
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
