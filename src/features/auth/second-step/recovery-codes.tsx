import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import { CopyButton } from "#ui/copy-button.tsx";

const texts = {
  title: { zh: "恢复码", en: "Recovery codes" },
  text: {
    zh: "手机不在身边时，可用恢复码登录。每个恢复码只能使用一次，请妥善保存，关闭后不会再显示。",
    en: "Use these to sign in without your phone. Each works once. Keep them safe: they will not be shown again.",
  },
  copy: { zh: "复制", en: "Copy" },
  download: { zh: "下载", en: "Download" },
  done: { zh: "我已保存", en: "I have saved them" },
  file: { zh: "Meridian 恢复码，每个只能使用一次", en: "Meridian recovery codes. Each works once." },
};

/** Shows new recovery codes once; closed by its own button only. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText();
  const text = `${t(texts.file)}\n\n${codes.join("\n")}\n`;
  return (
    <Dialog
      isOpen
      closable={false}
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={codes.join("\n")}>{t(texts.copy)}</CopyButton>
          <a
            className="button-link"
            download="meridian-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {t(texts.download)}
          </a>
          <Button kind="primary" onClick={onClose}>
            {t(texts.done)}
          </Button>
        </>
      }
    >
      <ol className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-paper-2 px-5 py-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}
