import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { CallInput } from "#kit/call.ts";
import { type Fields, isEmpty } from "#kit/field.ts";
import { marketClasses, type MarketKind } from "#kit/market.ts";
import { settingId } from "#kit/page.ts";
import { widgetAbove } from "#kit/page-tree.ts";
import { formatText, type Locale, locales, type LocalizedValue } from "#kit/text.ts";
import { call, CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { useUrlFor } from "#client/person.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { randomId } from "#ui/random-id.ts";
import { Select } from "#ui/select.tsx";
import { notify } from "#ui/toast.tsx";
import { excerptOf, labelOf, nameOf } from "#features/builder/document/names.ts";
import { missingLocales } from "#features/builder/document/text-place.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import type { Fault } from "#features/builder/session/session-state.ts";

const texts = {
  title: { zh: "提供到市场", en: "Offer to the market" },
  text: {
    zh: "平台审核通过后，其他空间可以预览并插入副本。您之后的修改不会影响他们，除非您提供新版本。",
    en: "Once the platform has reviewed it, other spaces can preview it and insert a copy. Later changes of yours reach them only as a new version.",
  },
  what: { zh: "提供什么", en: "What to offer" },
  widget: { zh: "组件“{name}”", en: "The component “{name}”" },
  group: { zh: "所选的 {n} 个组件", en: "The {n} selected components" },
  page: { zh: "整个页面", en: "The whole page" },
  as: { zh: "作为", en: "As" },
  newItem: { zh: "新的市场项目", en: "A new market item" },
  nextEdition: { zh: "“{name}”的新版本", en: "A new version of “{name}”" },
  cancel: { zh: "取消", en: "Cancel" },
  offer: { zh: "提交审核", en: "Submit for review" },
  offering: { zh: "正在提交…", en: "Submitting…" },
  done: { zh: "已提交，审核通过后其他空间可见", en: "Submitted. Other spaces see it once it has been reviewed." },
  own: { zh: "查看我的项目", en: "View my items" },
  unsaved: { zh: "页面未能保存，请先处理保存时的问题", en: "The page could not be saved. Resolve that first." },
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
type PageKind = Exclude<MarketKind, "theme">;

/** The texts that were written. */
const writtenIn = (text: LocalizedValue<string> | null): LocalizedValue<string> =>
  Object.fromEntries(locales.flatMap((locale) => (isEmpty(text?.[locale]) ? [] : [[locale, text![locale]!.trim()]])));

/** What can be offered: the selected component, the selected components, and the page, with the one that is meant first. */
function useOffers(): { kinds: PageKind[]; widgets: string[] } {
  const { store } = useEditor();
  const [offers] = useState(() => {
    const selected = store.selected.get().flatMap((id) => widgetAbove(store.record, id)?.id ?? []);
    const widgets = [...new Set(selected)];
    const part: PageKind[] = widgets.length === 0 ? [] : [widgets.length === 1 ? "widget" : "group"];
    return { kinds: [...part, "page" as const], widgets };
  });
  return offers;
}

/** The items of this space of a kind, which may get a new edition. */
function useOwnItems(kind: PageKind) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["market", "own", locale, kind],
    queryFn: ({ signal }) => call("GET Api/Market/Page", { kind, scope: "own", pageSize: 60 }, { signal }),
    staleTime: 0,
  });
}

/** Why an offer was refused, part by part. A press on a part selects it on the page. */
function ProblemList({ problems, onClose }: { problems: readonly Fault[]; onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  return (
    <ul aria-label={t(texts.problems)} className="mt-2 border-t border-line text-sm">
      {problems.map(({ id, field, message }) => (
        <li key={`${id} ${field}`} className="border-b border-line">
          <button
            type="button"
            className="grid w-full gap-0.5 px-2 py-2.5 text-left hover:bg-paper-2"
            onClick={() => {
              store.selected.set(id === settingId ? [] : [id]);
              onClose();
            }}
          >
            <span className="font-medium">{labelOf(store, id, locale)}</span>
            <span className="text-ink-2">{message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The form that offers components, or the page, to the market. */
export function OfferDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const urlFor = useUrlFor();
  const { pageId, session, store } = useEditor();
  const { kinds, widgets } = useOffers();
  const [kind, setKind] = useState(kinds[0]!);
  const [itemId, setItemId] = useState<string | null>(null);
  const [entered, setEntered] = useState<Partial<Values>>({});
  const [requestKey, setRequestKey] = useState(randomId);
  const ownItems = useOwnItems(kind).data?.rows ?? [];
  const described = useMemo(() => localizeFormFields(fields, locale), [locale]);
  const first = store.record(widgets[0] ?? "");

  function suggestedName(): LocalizedValue<string> {
    if (kind === "page") return store.setting().title;
    if (first === undefined) return {};
    const missing = missingLocales(first);
    const nameIn = (language: Locale) =>
      ((missing.includes(language) ? "" : excerptOf(first, language)) || nameOf(first, language)).slice(0, 60);
    return { zh: nameIn("zh"), en: nameIn("en") };
  }
  const values: Values = { name: suggestedName(), intro: null, classId: "general", image: null, ...entered };
  const isNew = itemId === null;

  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      // What is offered is the draft as it is stored.
      if (!(await session.save())) throw new Error(t(texts.unsaved));
      const { name, intro, classId, image } = values;
      const about = {
        name: writtenIn(name),
        ...(intro === null ? {} : { intro: writtenIn(intro) }),
        ...(classId === null ? {} : { classId }),
        ...(image === null ? {} : { image }),
      };
      const offer = {
        kind,
        pageId,
        ...(kind === "page" ? {} : { recordIds: widgets }),
        ...(isNew ? about : { itemId }),
      } as CallInput<"POST Api/Market/Offer">;
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
  const problems = (refusal?.data as { problems?: Fault[] } | undefined)?.problems ?? [];
  const isReady = !isNew || Object.values(values.name).some((name) => !isEmpty(name));
  const kindNames: Record<PageKind, string> = {
    widget: t(formatText(texts.widget, { name: first === undefined ? "" : nameOf(first, locale) })),
    group: t(formatText(texts.group, { n: widgets.length })),
    page: t(texts.page),
  };
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
        <RadioButtons
          legend={t(texts.what)}
          layout="line"
          choices={kinds.map((key) => ({ key, label: kindNames[key] }))}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setItemId(null);
          }}
        />
        {ownItems.length > 0 && (
          <div className="grid gap-1.5">
            <p className="text-sm font-medium text-ink-2">{t(texts.as)}</p>
            <Select
              label={t(texts.as)}
              value={itemId}
              placeholder={t(texts.newItem)}
              isClearable
              disabled={isPending}
              options={ownItems.map(({ id, name }) => ({ key: id, name: t(formatText(texts.nextEdition, { name })) }))}
              onChange={setItemId}
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
            onChange={(name, value) => setEntered((previous) => ({ ...previous, [name]: value }))}
          />
        )}
      </div>
      {error !== null && (
        <div role="alert" className="mt-3">
          <p className="text-sm text-danger">{error.message}</p>
          {problems.length > 0 && <ProblemList problems={problems} onClose={onClose} />}
        </div>
      )}
    </Dialog>
  );
}
