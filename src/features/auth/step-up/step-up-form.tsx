import { useState } from "react";
import { formatText } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { type DialogField, FormDialog } from "#render/form/form-dialog.tsx";
import { useText } from "#ui/locale.ts";
import { withProofOfWork } from "#client/proof-of-work.ts";
import type { StepUpRequest } from "#client/step-up.ts";
import { methodIntro, stepTexts, methodLink } from "#features/auth/form/second-step-texts.ts";
import { labels } from "#features/auth/form/sign-in-texts.ts";

const texts = {
  title: { zh: "请再次验证身份", en: "Verify your identity" },
  why: { zh: "为保障账号安全，请先验证身份再继续。", en: "For your security, verify your identity to continue." },
  confirm: { zh: "验证并继续", en: "Verify and continue" },
};

type Method = StepUpRequest["methods"][number];

/** The field of each method, named after the method, so that a value typed for one is never shown or sent for another. */
const fieldOf: Record<Method, (t: ReturnType<typeof useText>) => DialogField> = {
  password: (t) => ({
    name: "password",
    label: t(labels.password),
    type: "password",
    autoComplete: "current-password",
    max: 64,
  }),
  totp: (t) => ({
    name: "totp",
    label: t(stepTexts.appCode),
    type: "digits",
    max: 6,
    autoComplete: "one-time-code",
  }),
  sms: (t) => ({
    name: "sms",
    label: t(labels.code),
    type: "code",
    send: () => withProofOfWork((proof) => call("POST user/stepUp/code", proof)),
  }),
  recovery: (t) => ({ name: "recovery", label: t(stepTexts.recoveryCode), type: "text", max: 20 }),
};

export type StepUpFormProps = {
  request: StepUpRequest;
  /** `isProved`: false if the person cancelled. */
  onEnd: (isProved: boolean) => void;
};

/** A dialog that asks for a proof of identity; the screen below keeps its state. */
export function StepUpForm({ request: { methods, mobile }, onEnd }: StepUpFormProps) {
  const t = useText();
  const [method, setMethod] = useState(methods[0]!);
  const otherMethods = methods.filter((other) => other !== method);

  async function prove(values: Record<string, string>): Promise<void> {
    try {
      await call("POST user/stepUp", { method, code: values[method]!.trim() });
    } catch (error) {
      if (!(error instanceof CallProblem) || error.fields.code === undefined) throw error;
      throw new CallProblem(error.status, error.message, { fields: { [method]: error.fields.code } });
    }
    onEnd(true);
  }

  return (
    <FormDialog
      title={t(texts.title)}
      description={`${t(texts.why)}${t({ zh: "", en: " " })}${t(formatText(methodIntro[method], { mobile }))}`}
      fields={[fieldOf[method](t)]}
      save={t(texts.confirm)}
      onSave={prove}
      onClose={() => onEnd(false)}
      footer={
        otherMethods.length > 0 && (
          <p className="mt-3 text-sm text-ink-3">
            {t(stepTexts.otherWay)}
            {otherMethods.map((other) => (
              <button
                key={other}
                type="button"
                className="ml-1 text-brand underline-offset-3 hover:underline pointer-coarse:min-h-11"
                onClick={() => setMethod(other)}
              >
                {t(methodLink[other])}
              </button>
            ))}
          </p>
        )
      }
    />
  );
}
