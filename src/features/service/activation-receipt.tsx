import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { wovenNest } from "#ui/art/rosette.ts";
import { Art, centredBox } from "#ui/art/svg.tsx";
import { useText } from "#ui/locale.ts";
import { PackageFacts } from "./package-facts.tsx";

const rosette = wovenNest("opened", { lobes: 8, depth: 0.12, layers: 22, inner: 0.42, twist: 22.5 });
const texts = {
  opened: { zh: "“{name}”已开通", en: "{name} is active" },
  until: { zh: "有效至", en: "Valid until" },
  from: { zh: "服务方", en: "Provider" },
  list: { zh: "查看我的套餐", en: "My plans" },
  home: { zh: "返回服务首页", en: "Services home" },
};

/** The receipt of an activation: the plan and the end of its period. */
export function ActivationReceipt({ result, provider }: { result: CallOutput<"POST service/open">; provider: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The clicked button was removed, so the focus moves to the heading, which screen readers then announce.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="enter mx-auto mt-6 grid w-full max-w-lg justify-items-center gap-6 border border-line bg-sheet px-6 py-10 sm:px-10">
      <Art box={centredBox} markup={rosette} strokeWidth={0.7} className="size-36 text-brand" />
      <h1 ref={heading} tabIndex={-1} className="text-center text-2xl font-semibold tracking-tight outline-none">
        {t(formatText(texts.opened, { name: t(result.name) }))}
      </h1>
      <div className="w-full">
        <PackageFacts
          {...result}
          firstFacts={[
            [texts.until, dateTime(result.endsAt, "yyyy-MM-dd HH:mm")],
            ...(provider === "" ? [] : [[texts.from, provider] as [typeof texts.from, string]]),
          ]}
        />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/service/serviceOpening/list" className="button-link primary">
          {t(texts.list)}
        </Link>
        <Link to="/service/index" className="button-link">
          {t(texts.home)}
        </Link>
      </div>
    </section>
  );
}
