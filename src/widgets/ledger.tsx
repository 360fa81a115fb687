import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { punchedPattern } from "#ui/art/punched.ts";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

const columns = [
  { zh: "事件", en: "Event" },
  { zh: "设备", en: "Device" },
  { zh: "签名", en: "Signature" },
  { zh: "状态", en: "Status" },
];
const states = [
  { key: "verified", name: { zh: "已核验", en: "Verified" } },
  { key: "pending", name: { zh: "待核验", en: "Pending" } },
];

/** The caption of the example, and of ledgers saved in version 1, which had no such setting. */
const sampleData = { zh: "以下为示例数据", en: "Sample data" };

/** A table of sample records, with a caption that calls them samples. */
const ledger = defineWidget({
  name: "ledger",
  title: { zh: "示例账本", en: "Sample ledger" },
  version: 2,
  upgrade: (value) => ({ ...value, caption: sampleData }),
  settings: {
    ...headSettings,
    caption: {
      type: "textbox",
      name: { zh: "表格说明", en: "Table caption" },
      localized: true,
      required: true,
      max: 60,
      helpBlock: { zh: "请说明这些记录是示例。", en: "Say that these records are samples." },
    },
    rows: {
      type: "table",
      name: { zh: "示例记录", en: "Sample records" },
      max: 8,
      fields: {
        event: { type: "textbox", name: { zh: "事件", en: "Event" }, localized: true, required: true, max: 40 },
        device: { type: "textbox", name: { zh: "设备", en: "Device" }, max: 20 },
        state: { type: "dropdownlist", name: { zh: "状态", en: "Status" }, options: states, required: true },
      },
    },
  },
  example: {
    eyebrow: null,
    heading: { zh: "每一条记录，都能对得上", en: "Every record reconciles" },
    lead: null,
    caption: sampleData,
    rows: [{ event: { zh: "权属变更", en: "Ownership change" }, device: "DEV-0001", state: "verified" }],
  },
  Render({ value, context: { locale, t } }) {
    const stateOf = (key: unknown) => states.find((state) => state.key === key) ?? states[1]!;
    return (
      <div className="section tinted">
        <div className="wrap columns">
          <SectionHead {...value} locale={locale} />
          <div className="book">
            <table>
              <caption>{textIn(value.caption, locale)}</caption>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th scope="col" key={column.en}>
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {(value.rows ?? []).map((row, index) => (
                  <tr key={index}>
                    <td>{textIn(row.event, locale)}</td>
                    <td className="mono">{textIn(row.device, locale)}</td>
                    <td>
                      <svg className="proof" viewBox="0 0 64 16" fill="currentColor" aria-hidden="true">
                        {/* Any seed will do, if it differs from row to row. */}
                        <path d={punchedPattern(97 * (index + 3))} />
                      </svg>
                    </td>
                    <td className={stateOf(row.state).key}>{t(stateOf(row.state).name)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </div>
    );
  },
  css: `
[data-widget="ledger"] {
  & .columns {
    display: grid;
    grid-template-columns: minmax(0, 4fr) minmax(0, 7fr);
    gap: clamp(32px, 6vw, 96px);
    align-items: center;
  }
  & .book {
    padding: 22px 28px 14px;
    border: 1px solid var(--line);
    background: var(--sheet);
  }
  & caption {
    margin-bottom: 8px;
    color: var(--seal);
    font-size: 0.8125rem;
    text-align: left;
  }
  & table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.9375rem;
  }
  & th {
    padding: 8px 12px 8px 0;
    border-bottom: 1px solid var(--ink);
    color: var(--ink-3);
    font-size: 0.8125rem;
    font-weight: 450;
    text-align: left;
  }
  & td {
    padding: 14px 12px 14px 0;
    border-bottom: 1px solid var(--line);
  }
  & td.mono {
    white-space: nowrap;
  }
  & tr:last-child td {
    border-bottom: 0;
  }
  & .proof {
    width: 96px;
    height: 24px;
    color: var(--brand);
  }
  & .verified {
    color: var(--success);
    font-weight: 550;
  }
  & .pending {
    color: var(--warning);
    font-weight: 550;
  }
  @media (width < 1024px) {
    & .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (width < 640px) {
    & .book {
      padding: 16px 16px 6px;
    }
    & :is(td, th):nth-child(3) {
      display: none;
    }
  }
}`,
});

export default ledger;
declare module "#kit/widget.ts" {
  interface Widgets {
    ledger: typeof ledger;
  }
}
