import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { CallInput } from "#kit/call.ts";
import { type Fields, isEmpty } from "#kit/field.ts";
import { marketClasses, type MarketKind } from "#kit/market.ts";
import { formatText, locales, type LocalizedValue } from "#kit/text.ts";
import { call, CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { useUrlFor } from "#client/person.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { Select } from "#ui/select.tsx";
import { notify } from "#ui/toast.tsx";
import type { Fault } from "#features/builder/session/session-state.ts";

const texts = {
  title: { zh: "提供到市场", en: "Offer to the market" },
  text: {
    zh: "平台审核通过后，其他空间可以预览并插入副本。您之后的修改不会影响他们，除非您提供新版本。",
    en: "Once the platform has reviewed it, other spaces can preview it and insert a copy. Later changes of yours reach them only as a new version.",
  },
  as: { zh: "作为", en: "As" },
  newItem: { zh: "新的市场项目", en: "A new market item" },
  nextEdition: { zh: "“{name}”的新版本", en: "A new version of “{name}”" },
  cancel: { zh: "取消", en: "Cancel" },
  offer: { zh: "提交审核", en: "Submit for review" },
  offering: { zh: "正在提交…", en: "Submitting…" },
  done: { zh: "已提交，审核通过后其他空间可见", en: "Submitted. Other spaces see it once it has been reviewed." },
  own: { zh: "查看我的项目", en: "View my items" },
  problems: { zh: "需要处理的内容", en: "What has to be changed" },
};

const fields: Fields = {
  name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 60 },
  intro: {
    type: "textarea",
    name: { zh: "说明", en: "Description" },
    localized: true,
    max: 200,
    rows: 2,
    helpBlock: { zh: "说明它适合什么页面。", en: "Say what pages it is good for." },
  },
  classId: {
    type: "dropdownlist",
    name: { zh: "分类", en: "Class" },
    required: true,
    options: Object.entries(marketClasses).map(([key, { name }]) => ({ key, name })),
  },
  image: {
    type: "image",
    name: { zh: "图片", en: "Image" },
    helpBlock: {
      zh: "在列表中显示。留空则显示它在对方主题下的样子。",
      en: "Shown in the list. Leave it empty to show how it looks in the theme of each space.",
    },
  },
};

type Values = {
  name: LocalizedValue<string>;
  intro: LocalizedValue<string> | null;
  classId: string | null;
  image: string | null;
};
/** The texts that were written. */
const writtenIn = (text: LocalizedValue<string> | null): LocalizedValue<string> =>
  Object.fromEntries(locales.flatMap((locale) => (isEmpty(text?.[locale]) ? [] : [[locale, text![locale]!.trim()]])));

/** The items of this space of a kind, which may get a new edition. */
function useOwnItems(kind: MarketKind) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["market", "own", locale, kind],
    queryFn: ({ signal }) => call("GET Api/Market/Page", { kind, scope: "own", pageSize: 60 }, { signal }),
    staleTime: 0,
  });
}

type Offer = CallInput<"POST Api/Market/Offer">;

/** A problem of an offer; `page`: the path of the page of a theme. */
export type OfferProblem = Fault & { page?: string };

type OfferFormProps = {
  kind: MarketKind;
  name: LocalizedValue<string>;
  /** What is offered, as it is stored. @throws {Error} what the person should read */
  read: () => Promise<Partial<Offer>>;
  /** What a problem of a refused offer is about; "" for the whole. */
  nameOf: (problem: OfferProblem) => string;
  /** Leads to what a problem is about. */
  onProblem?: (problem: OfferProblem) => void;
  onClose: () => void;
  /** The choice of what is offered. `isBusy`: while it is sent. */
  children: (isBusy: boolean) => ReactNode;
};

/** Why an offer was refused, part by part. With `onProblem`, a press on a part leads to it. */
function ProblemList({
  problems,
  nameOf,
  onProblem,
}: Pick<OfferFormProps, "nameOf" | "onProblem"> & {
  problems: readonly OfferProblem[];
}) {
  const t = useText();
  return (
    <ul aria-label={t(texts.problems)} className="mt-2 border-t border-line text-sm">
      {problems.map((problem) => {
        const { id, field, page, message } = problem;
        const lines = (
          <>
            <span className="font-medium break-words">{nameOf(problem)}</span>
            <span className="text-ink-2">{message}</span>
          </>
        );
        return (
          <li key={`${page} ${id} ${field} ${message}`} className="border-b border-line">
            {onProblem === undefined ? (
              <p className="grid gap-0.5 px-2 py-2.5">{lines}</p>
            ) : (
              <button
                type="button"
                className="grid w-full gap-0.5 px-2 py-2.5 text-left hover:bg-paper-2"
                onClick={() => onProblem(problem)}
              >
                {lines}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The form that offers something to the market: what it is, as a new item or a new version of one, and how it is described. */
export function OfferForm({ kind, name, read, nameOf, onProblem, onClose, children }: OfferFormProps) {
  const locale = useLocale();
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const urlFor = useUrlFor();
  const [chosen, setChosen] = useState<{ kind: MarketKind; itemId: string | null }>();
  const itemId = chosen?.kind === kind ? chosen.itemId : null;
  const [entered, setEntered] = useState<Partial<Values>>({});
  const [requestKey, setRequestKey] = useState(randomId);
  const ownItems = useOwnItems(kind).data?.rows ?? [];
  const described = useMemo(() => localizeFormFields(fields, locale), [locale]);
  const values: Values = { name, intro: null, classId: "general", image: null, ...entered };
  const isNew = itemId === null;

  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const content = await read();
      const words = {
        name: writtenIn(values.name),
        ...(values.intro === null ? {} : { intro: writtenIn(values.intro) }),
        ...(values.classId === null ? {} : { classId: values.classId }),
        ...(values.image === null ? {} : { image: values.image }),
      };
      const offer = { kind, ...content, ...(isNew ? words : { itemId }) } as Offer;
      return call("POST Api/Market/Offer", offer, { idempotencyKey: requestKey });
    },
    // After an answer the person may change the offer; after a lost one the same request is sent again.
    onError: (problem) => !mayHaveSucceeded(problem) && setRequestKey(randomId()),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ["market"] });
      notify("success", t(texts.done), {
        actions: [{ name: t(texts.own), run: () => void navigate(urlFor("/paas/marketItem/list")) }],
      });
      onClose();
    },
  });
  const refusal = error instanceof CallProblem ? error : undefined;
  const problems = (refusal?.data as { problems?: OfferProblem[] } | undefined)?.problems ?? [];
  const isReady = !isNew || Object.values(values.name).some((text) => !isEmpty(text));
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={() => !isPending && onClose()}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button kind="primary" disabled={!isReady || isPending} aria-busy={isPending} onClick={() => mutate()}>
            {t(isPending ? texts.offering : texts.offer)}
          </Button>
        </>
      }
    >
      <div className="mt-4 grid gap-5 pb-1">
        {children(isPending)}
        {ownItems.length > 0 && (
          <div className="grid gap-1.5">
            <p className="text-sm font-medium text-ink-2">{t(texts.as)}</p>
            <Select
              label={t(texts.as)}
              value={itemId}
              placeholder={t(texts.newItem)}
              isClearable
              disabled={isPending}
              options={ownItems.map((item) => ({
                key: item.id,
                name: t(formatText(texts.nextEdition, { name: item.name })),
              }))}
              onChange={(key) => setChosen({ kind, itemId: key })}
            />
          </div>
        )}
        {isNew && (
          <FieldsForm
            fields={described}
            values={values}
            locale={locale}
            disabled={isPending}
            problems={refusal?.fields ?? {}}
            onChange={(field, value) => setEntered((previous) => ({ ...previous, [field]: value }))}
          />
        )}
      </div>
      {error !== null && (
        <div role="alert" className="mt-3">
          <p className="text-sm text-danger">{error.message}</p>
          {problems.length > 0 && (
            <ProblemList problems={problems} nameOf={nameOf} {...(onProblem === undefined ? {} : { onProblem })} />
          )}
        </div>
      )}
    </Dialog>
  );
}
