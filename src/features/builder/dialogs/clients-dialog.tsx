import "./clients-dialog.css";
import { Check, Minus, TriangleAlert, X } from "lucide-react";
import { useMemo } from "react";
import type { ClientLimit } from "#kit/client-limit.ts";
import { overriddenClients, overriddenClientWidths, recordForClient } from "#kit/client-override.ts";
import { clientNames, type ClientType, clientTypes } from "#kit/client-type.ts";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { pxOfRpx, screenRpx } from "#kit/page-scale.ts";
import { descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import type { Text } from "#kit/text.ts";
import { isShownIn } from "#kit/visit.ts";
import { clientLimitsOf } from "#render/client-limits.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import "#render/usual-field-types.ts";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { labelOf } from "#features/builder/document/names.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  title: { zh: "多端预览", en: "Preview in clients" },
  text: {
    zh: "同一页面在四种客户端中的样子。仅在部分客户端显示的组件，在组件属性中设置。",
    en: "One page in four clients. Limit a component to some of them in its properties.",
  },
  support: { zh: "组件支持情况", en: "Support of components" },
  component: { zh: "组件", en: "Component" },
  full: { zh: "支持", en: "Supported" },
  hidden: { zh: "不显示", en: "Not shown" },
  limited: { zh: "部分支持", en: "Limited" },
  none: { zh: "不支持", en: "Not supported" },
  select: { zh: "在页面中选中", en: "Select on the page" },
};

type Support = { name: Text; icon: typeof Check; className: string };
const supports: Record<"full" | "hidden" | ClientLimit["level"], Support> = {
  full: { name: texts.full, icon: Check, className: "text-success" },
  hidden: { name: texts.hidden, icon: Minus, className: "text-ink-3" },
  limited: { name: texts.limited, icon: TriangleAlert, className: "text-warning" },
  none: { name: texts.none, icon: X, className: "text-danger" },
};

/** The width of the previewed screens, px. */
const screenWidth = pxOfRpx(screenRpx);

/** How a component is supported in a client, and why not fully. */
function SupportCell({ record, client }: { record: PageRecord; client: ClientType }) {
  const t = useText();
  const limits = clientLimitsOf(recordForClient(record, client), fieldTypeOf).filter(
    (limit) => limit.client === client,
  );
  const level = limits.some((limit) => limit.level === "none") ? "none" : limits.length > 0 ? "limited" : "full";
  const { name, icon: Icon, className } = supports[isShownIn(record, { client }) ? level : "hidden"];
  return (
    <td className="border-t border-line px-3 py-2 align-top">
      <span className="flex items-center gap-1.5">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={`shrink-0 ${className}`} />
        {t(name)}
      </span>
      {isShownIn(record, { client }) &&
        limits.map(({ reason }) => (
          <span key={reason.en} className="mt-1 block text-xs text-ink-3">
            {t(reason)}
          </span>
        ))}
    </td>
  );
}

/** The components that a table of support lists: the widgets of a page, and elements that some client limits. */
function listedRecords(page: PageDocument): PageRecord[] {
  const tree = treeOf(page);
  return widgetsOf(page).flatMap((widget) => [
    widget,
    ...descendantsOf(tree, widget.id).filter(
      (record) =>
        record.kind === "node" &&
        (record.clients !== undefined ||
          overriddenClients(record).length + overriddenClientWidths(record).length > 0 ||
          clientLimitsOf(record, fieldTypeOf).length > 0),
    ),
  ]);
}

function SupportTable({ page, onClose }: { page: PageDocument; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.support)}</h3>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t(texts.support)}>
        <table className="client-support w-full text-left text-sm">
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="px-3 py-2 font-medium">
                {t(texts.component)}
              </th>
              {clientTypes.map((client) => (
                <th key={client} scope="col" className="px-3 py-2 font-medium">
                  {t(clientNames[client])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listedRecords(page).map((record) => (
              <tr key={record.id}>
                <th scope="row" className="border-t border-line px-3 py-2 align-top font-normal">
                  <button
                    type="button"
                    title={t(texts.select)}
                    className="text-left underline underline-offset-3 hover:text-brand"
                    onClick={() => {
                      store.selected.set([record.id]);
                      onClose();
                    }}
                  >
                    {labelOf(store, record.id, locale)}
                  </button>
                </th>
                {clientTypes.map((client) => (
                  <SupportCell key={client} record={record} client={client} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The page in all clients side by side, and what its components cannot do there. */
export function ClientsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { store, broken } = useEditor();
  const page = store.page();
  const snapshot = useMemo(() => ({ page, broken: [...broken] }), [page, broken]);
  return (
    <Dialog isOpen size="full" title={t(texts.title)} description={t(texts.text)} actions={null} onClose={onClose}>
      <div className="client-tiles mt-4 grid gap-4">
        {clientTypes.map((client) => (
          <section key={client} className="min-w-0">
            <h3 className="mb-2 flex items-baseline justify-between gap-2 text-sm font-medium">
              {t(clientNames[client])}
              <span className="font-mono text-xs text-ink-3">{client}</span>
            </h3>
            <div className="tile border border-line">
              <PagePreview snapshot={snapshot} label={t(clientNames[client])} width={screenWidth} client={client} />
            </div>
          </section>
        ))}
      </div>
      <SupportTable page={page} onClose={onClose} />
    </Dialog>
  );
}
