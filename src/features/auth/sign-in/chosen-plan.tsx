import { useEffect, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";

const texts = {
  name: { zh: "开通“{name}”", en: "Activate {name}" },
  terms: { zh: "{price} · 有效期 {days} 天", en: "{price} · valid for {days} {days|day|days}" },
  next: {
    zh: "注册后将返回此套餐。已有账号？请直接登录。",
    en: "You will return to this plan after signing up. Already have an account? Sign in.",
  },
};

/** The plan that the person chose before signing up. Renders nothing if the plan does not exist. */
export function ChosenPlan({ planKey, locale }: { planKey: string; locale: Locale }) {
  const [plan, setPlan] = useState<CallOutput<"GET service/offer">>(null);
  useEffect(() => {
    const controller = new AbortController();
    call("GET service/offer", { key: planKey }, { signal: controller.signal }).then(setPlan, () => undefined);
    return () => controller.abort();
  }, [planKey]);
  if (plan === null) return null;
  const terms = formatText(texts.terms, { price: plan.price[locale], days: plan.days });
  return (
    <section className="mb-8 grid gap-0.5 border border-line border-l-[3px] border-l-brand bg-sheet px-4 py-3">
      <h2 className="font-semibold">{formatText(texts.name, { name: plan.name[locale] })[locale]}</h2>
      <p className="text-sm tabular-nums">{terms[locale]}</p>
      <p className="text-sm text-ink-2">{texts.next[locale]}</p>
    </section>
  );
}
