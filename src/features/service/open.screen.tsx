import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { ActivationReceipt } from "./activation-receipt.tsx";
import { PackageFacts } from "./package-facts.tsx";
import screen from "./open.screen.ts";

type Offers = CallOutput<"GET service/packages">;
type Offer = Offers["packages"][number];

const texts = {
  provider: { zh: "服务方：{name}", en: "Provider: {name}" },
  gone: {
    zh: "链接中的套餐不存在或已下架，请重新选择。",
    en: "The plan in this link does not exist or is no longer offered. Choose another one.",
  },
  none: { zh: "暂无可开通的套餐", en: "No plans are available" },
  contact: { zh: "联系我们", en: "Contact us" },
  period: { zh: "有效期", en: "Valid for" },
  days: { zh: "{n} 天", en: "{n} {n|day|days}" },
  until: { zh: "已开通，有效至 {day}", en: "Active, valid until {day}" },
  ended: { zh: "已于 {day} 到期", en: "Expired on {day}" },
  free: { zh: "免费，每个客户限一次", en: "Free, once per customer" },
  byCode: { zh: "需要激活码", en: "Activation code required" },
  freeUsed: { zh: "每个客户限免费开通一次，已使用", en: "Free once per customer (already used)" },
  open: { zh: "开通", en: "Activate" },
  extend: { zh: "续期", en: "Renew" },
  openNamed: { zh: "开通“{name}”", en: "Activate {name}" },
  extendNamed: { zh: "续期“{name}”", en: "Renew {name}" },
  startsNow: { zh: "开通后立即生效，有效期 {n} 天。", en: "Starts immediately, valid for {n} {n|day|days}." },
  renewalText: { zh: "有效期将延长 {n} 天。", en: "Extends the plan by {n} {n|day|days}." },
  code: { zh: "激活码", en: "Activation code" },
  codeHint: {
    zh: "16 位字母和数字，由服务方发放，使用一次后失效。",
    en: "16 letters and digits from your provider. Each code works once.",
  },
};

const formatDay = (iso: string) => dateTime(iso, "yyyy-MM-dd");

function PackageCard({ offer, isChosen, onOpen }: { offer: Offer; isChosen: boolean; onOpen: () => void }) {
  const t = useText();
  const cardRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) cardRef.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const { endsAt, isActive, canOpen } = offer;
  const isRenewal = isActive && canOpen;
  const name = t(offer.name);
  const activationText = offer.activation === "code" ? texts.byCode : canOpen ? texts.free : texts.freeUsed;
  return (
    <li
      ref={cardRef}
      aria-current={isChosen ? "true" : undefined}
      style={isChosen ? { boxShadow: "inset 0 3px 0 var(--brand)" } : undefined}
      className={`row-span-5 grid grid-rows-subgrid gap-4 border bg-sheet p-6 ${isChosen ? "border-brand" : "border-line"}`}
    >
      <div>
        <h2 className="text-lg font-semibold">{name}</h2>
        <p className="mt-1 text-sm">
          {endsAt !== null && (
            <span className={isActive ? "text-success" : "text-ink-3"}>
              {t(formatText(isActive ? texts.until : texts.ended, { day: formatDay(endsAt) }))}
            </span>
          )}
        </p>
      </div>
      <p className="text-xl font-semibold tracking-tight">{t(offer.price)}</p>
      <p className="text-ink-2">{t(offer.intro)}</p>
      <PackageFacts {...offer} firstFacts={[[texts.period, t(formatText(texts.days, { n: offer.days }))]]} />
      <div className="grid gap-2">
        <Button
          kind={isChosen ? "primary" : "plain"}
          disabled={!canOpen}
          aria-label={t(formatText(isRenewal ? texts.extendNamed : texts.openNamed, { name }))}
          onClick={onOpen}
        >
          {t(isRenewal ? texts.extend : texts.open)}
        </Button>
        <p className="text-center text-sm text-ink-3">{t(activationText)}</p>
      </div>
    </li>
  );
}

type ActivationDialogProps = {
  offer: Offer;
  onClose: () => void;
  onDone: (result: CallOutput<"POST service/open">) => void;
};

/** Confirms the activation, with a field for the code if the plan needs one. */
function ActivationDialog({ offer, onClose, onDone }: ActivationDialogProps) {
  const t = useText();
  // One id until the dialog closes, so that repeated requests activate once.
  const [requestId] = useState(randomId);
  const name = t(offer.name);
  const [title, text] = offer.isActive ? [texts.extendNamed, texts.renewalText] : [texts.openNamed, texts.startsNow];
  return (
    <FormDialog
      title={t(formatText(title, { name }))}
      description={`${t(offer.price)} · ${t(formatText(text, { n: offer.days }))}`}
      save={t(offer.isActive ? texts.extend : texts.open)}
      fields={
        offer.activation === "free"
          ? []
          : [
              {
                name: "code",
                label: t(texts.code),
                hint: t(texts.codeHint),
                type: "other",
                render: ({ id, value, isInvalid, describedBy, onChange }) => (
                  <Input
                    id={id}
                    value={value}
                    className="font-mono uppercase"
                    placeholder="XXXX-XXXX-XXXX-XXXX"
                    maxLength={60}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    aria-invalid={isInvalid}
                    aria-describedby={describedBy}
                    onChange={({ target }) => onChange(target.value)}
                  />
                ),
              },
            ]
      }
      onSave={async ({ code }) =>
        onDone(
          await call("POST service/open", { packageId: offer.id, requestId, ...(code === undefined ? {} : { code }) }),
        )
      }
      onClose={onClose}
    />
  );
}

function PackageList({
  packages,
  contactUrl,
  onChoose,
}: Pick<Offers, "packages" | "contactUrl"> & { onChoose: (offer: Offer) => void }) {
  const t = useText();
  const [query] = useSearchParams();
  const requestedKey = query.get("package");
  const selected = packages.find(({ key }) => key === requestedKey);
  if (packages.length === 0)
    return (
      <div className="border border-line bg-sheet">
        <EmptyState title={t(texts.none)}>
          {contactUrl !== "" && (
            <a href={contactUrl} className="button-link">
              {t(texts.contact)}
            </a>
          )}
        </EmptyState>
      </div>
    );
  return (
    <>
      {requestedKey !== null && selected === undefined && (
        <p role="status" className="border-l-2 border-seal pl-4">
          {t(texts.gone)}
        </p>
      )}
      {/* Cards in a row share grid rows (subgrid), so that their contents align. */}
      <ul className="grid gap-5" style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 280px), 1fr))" }}>
        {packages.map((offer) => (
          <PackageCard key={offer.id} offer={offer} isChosen={offer === selected} onOpen={() => onChoose(offer)} />
        ))}
      </ul>
    </>
  );
}

/** Lists plans and activates one after confirmation (S-044). `?package=key` marks a plan. */
export function OpenScreen() {
  const t = useText();
  const client = useQueryClient();
  const [offer, setOffer] = useState<Offer>();
  // The receipt is shown until the next navigation, even to this same screen.
  const { key: locationKey } = useLocation();
  const [receipt, setReceipt] = useState<{ key: string; result: CallOutput<"POST service/open"> }>();
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["service", "packages"],
    queryFn: ({ signal }) => call("GET service/packages", {}, { signal }),
  });
  if (error !== null && data === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ScreenLoading />;
  const provider = t(data.provider);
  if (receipt?.key === locationKey) return <ActivationReceipt result={receipt.result} provider={provider} />;

  function showResult(result: CallOutput<"POST service/open">): void {
    setOffer(undefined);
    setReceipt({ key: locationKey, result });
    for (const queryKey of [["service"], ["table", "serviceOpening"]]) void client.invalidateQueries({ queryKey });
  }
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        {provider !== "" && <p className="text-ink-2">{t(formatText(texts.provider, { name: provider }))}</p>}
      </header>
      <PackageList packages={data.packages} contactUrl={data.contactUrl} onChoose={setOffer} />
      {offer !== undefined && (
        <ActivationDialog key={offer.id} offer={offer} onClose={() => setOffer(undefined)} onDone={showResult} />
      )}
    </div>
  );
}
