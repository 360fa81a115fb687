import { maxSpaceQuotas } from "#kit/space.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { FormDialog, type OtherControlProps } from "#render/form/form-dialog.tsx";
import { TextArea } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import type { SpaceDetail } from "./space.screen.tsx";

const texts = {
  suspend: { zh: "暂停“{name}”？", en: "Suspend {name}?" },
  suspendText: {
    zh: "网站、登录、接口、任务和推送将立即停止，所有成员退出登录。数据保留，可随时恢复。",
    en: "Its website, sign-ins, API, jobs and webhooks stop at once, and all members are signed out. Data are kept, and you can resume it at any time.",
  },
  suspendButton: { zh: "暂停空间", en: "Suspend space" },
  reason: { zh: "原因", en: "Reason" },
  reasonHint: { zh: "仅平台管理员可见。", en: "Only platform administrators see it." },
  resume: { zh: "恢复“{name}”？", en: "Resume {name}?" },
  resumeText: {
    zh: "网站、接口密钥、任务和推送将继续运行，成员需要重新登录。",
    en: "Its website, API keys, jobs and webhooks go on. Members sign in again.",
  },
  resumeButton: { zh: "恢复空间", en: "Resume space" },
  quotas: { zh: "修改配额", en: "Change quotas" },
  quotasText: {
    zh: "留空使用默认值，0 表示不限。已存储的文件不受影响。",
    en: "Leave a field empty for the default; 0 means no limit. Stored files are not affected.",
  },
  megabytes: { zh: "文件存储（MB）", en: "Storage (MB)" },
  files: { zh: "文件数量", en: "Number of files" },
  usual: { zh: "默认 {n}", en: "Default: {n}" },
  usualUnlimited: { zh: "默认不限", en: "Default: no limit" },
  tooMuch: { zh: "最多 {n}", en: "At most {n}" },
  save: { zh: "保存", en: "Save" },
} satisfies Record<string, Text>;

/** What the platform may do with a space. */
export type SpaceDialogName = "suspend" | "resume" | "quotas";
type DialogProps = { space: SpaceDetail; onDone: () => void; onClose: () => void };

function ReasonInput({ id, value, isInvalid, describedBy, onChange }: OtherControlProps) {
  return (
    <TextArea
      id={id}
      rows={3}
      maxLength={500}
      value={value}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function SuspendDialog({ space: { id, name }, onDone, onClose }: DialogProps) {
  const t = useText();
  return (
    <FormDialog
      title={t(formatText(texts.suspend, { name: t(name) }))}
      description={t(texts.suspendText)}
      save={t(texts.suspendButton)}
      isDangerous
      fields={[
        {
          name: "reason",
          label: t(texts.reason),
          hint: t(texts.reasonHint),
          type: "other",
          render: (props) => <ReasonInput {...props} />,
        },
      ]}
      onSave={async ({ reason = "" }) => {
        await call("POST paas/space/suspend", { id, reason });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function ResumeDialog({ space: { id, name }, onDone, onClose }: DialogProps) {
  const t = useText();
  return (
    <FormDialog
      title={t(formatText(texts.resume, { name: t(name) }))}
      description={t(texts.resumeText)}
      save={t(texts.resumeButton)}
      fields={[]}
      onSave={async () => {
        await call("POST paas/space/resume", { id });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

const typedOf = (value: number | null) => (value === null ? "" : String(value));
const quotaOf = (typed: string | undefined) => (typed === undefined || typed === "" ? null : Number(typed));

function QuotasDialog({ space, onDone, onClose }: DialogProps) {
  const t = useText();
  const { id, givenMegabytes, givenFiles, usualMegabytes, usualFiles } = space;
  const usual = (n: number) =>
    t(n === 0 ? texts.usualUnlimited : formatText(texts.usual, { n: n.toLocaleString("en") }));
  const field = { type: "digits", max: 8, isOptional: true } as const;
  return (
    <FormDialog
      title={t(texts.quotas)}
      description={t(texts.quotasText)}
      save={t(texts.save)}
      initialValues={{ megabytes: typedOf(givenMegabytes), files: typedOf(givenFiles) }}
      fields={[
        { ...field, name: "megabytes", label: t(texts.megabytes), hint: usual(usualMegabytes) },
        { ...field, name: "files", label: t(texts.files), hint: usual(usualFiles) },
      ]}
      check={(values) =>
        Object.fromEntries(
          (["megabytes", "files"] as const)
            .filter((name) => Number(values[name] ?? 0) > maxSpaceQuotas[name])
            .map((name) => [name, t(formatText(texts.tooMuch, { n: maxSpaceQuotas[name].toLocaleString("en") }))]),
        )
      }
      onSave={async ({ megabytes, files }) => {
        await call("POST paas/space/quotas", { id, megabytes: quotaOf(megabytes), files: quotaOf(files) });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

const dialogs = { suspend: SuspendDialog, resume: ResumeDialog, quotas: QuotasDialog };

/** The dialog of something that the platform may do with a space. */
export function SpaceDialog({ name, ...props }: DialogProps & { name: SpaceDialogName }) {
  const Dialog = dialogs[name];
  return <Dialog {...props} />;
}
