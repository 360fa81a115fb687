import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { relationField } from "#render/form/relation-field.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { ShownOnceDialog } from "#ui/shown-once-dialog.tsx";

const texts = {
  make: { zh: "生成激活码", en: "Generate codes" },
  intro: { zh: "每个激活码可开通一次所选套餐。", en: "Each code activates the plan once." },
  package: { zh: "套餐", en: "Plan" },
  count: { zh: "数量", en: "Quantity" },
  range: { zh: "1–100 个", en: "1–100" },
  made: { zh: "已生成 {n} 个激活码", en: "Codes generated: {n}" },
  once: {
    zh: "激活码仅显示这一次，请复制或下载后妥善保管。关闭后，列表中只保留末四位。",
    en: "Codes are shown only once. Copy or download them and keep them safe: the list keeps only the last four characters.",
  },
  codes: { zh: "激活码", en: "Codes" },
  copy: { zh: "复制全部", en: "Copy all" },
};

/** The dialog that shows new codes once. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const text = `${codes.join("\n")}\n`;
  return (
    <ShownOnceDialog
      title={t(formatText(texts.made, { n: codes.length }))}
      description={t(texts.once)}
      text={text}
      copyText={t(texts.copy)}
      file={{ name: "codes.txt", text }}
      onClose={onClose}
    >
      <ul
        tabIndex={0}
        aria-label={t(texts.codes)}
        className="mt-4 grid max-h-72 gap-1 overflow-auto border border-line bg-paper-2 p-4 font-mono text-sm select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnceDialog>
  );
}

/** The button and form that create activation codes. `onMade` receives the codes, which the screen shows. */
export function GenerateCodesButton({ onMade }: { onMade: (codes: string[]) => void }) {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [requestId, setRequestId] = useState(randomId);
  async function makeCodes({ packageId = "", count = "" }: Record<string, string>): Promise<void> {
    const result = await call("POST paas/service/codes", { packageId, count: Number(count), requestId });
    setIsOpen(false);
    setRequestId(randomId());
    onMade(result.codes);
    await client.invalidateQueries({ queryKey: ["table", "serviceCode"] });
  }
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(texts.make)}
      </Button>
      {isOpen && (
        <FormDialog
          title={t(texts.make)}
          description={t(texts.intro)}
          save={t(texts.make)}
          initialValues={{ count: "10" }}
          fields={[
            relationField({ name: "packageId", label: t(texts.package), entity: "servicePackage" }),
            { name: "count", label: t(texts.count), hint: t(texts.range), type: "digits", max: 3 },
          ]}
          onSave={makeCodes}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
