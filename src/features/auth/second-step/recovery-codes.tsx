import { useText } from "#ui/locale.ts";
import { ShownOnceDialog } from "#ui/shown-once-dialog.tsx";

const texts = {
  title: { zh: "恢复码", en: "Recovery codes" },
  text: {
    zh: "手机不在身边时，可用恢复码登录。每个恢复码只能使用一次，请妥善保存，关闭后不会再显示。",
    en: "Use these to sign in without your phone. Each works once. Keep them safe: they will not be shown again.",
  },
  done: { zh: "我已保存", en: "I have saved them" },
  file: { zh: "Meridian 恢复码，每个只能使用一次", en: "Meridian recovery codes. Each works once." },
};

/** Shows new recovery codes once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText();
  const text = codes.join("\n");
  return (
    <ShownOnceDialog
      title={t(texts.title)}
      description={t(texts.text)}
      text={text}
      file={{ name: "meridian-recovery-codes.txt", text: `${t(texts.file)}\n\n${text}\n` }}
      doneText={t(texts.done)}
      onClose={onClose}
    >
      <ol className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-paper-2 px-5 py-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </ShownOnceDialog>
  );
}
