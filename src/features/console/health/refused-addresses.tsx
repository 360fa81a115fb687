import type { CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { cellClass, RecordTable } from "#ui/record-table.tsx";
import { Ago, cardRowClass, Named } from "../console-parts.tsx";

const texts = {
  addresses: { zh: "邮箱", en: "Address" },
  space: { zh: "空间", en: "Space" },
  answer: { zh: "服务器的答复", en: "Answer of the server" },
  refusedAt: { zh: "拒收时间", en: "Refused" },
  more: { zh: "共 {n} 个，显示最近的 {shown} 个。", en: "{n} in all, the last {shown} are shown." },
};

type Refused = CallOutput<"GET paas/health">["refusedAddresses"];

/** Email addresses that the mail server refused for good, and to which nothing more is sent. */
export function RefusedAddresses({ label, refused: { total, rows } }: { label: string; refused: Refused }) {
  const t = useText();
  return (
    <>
      <RecordTable
        label={label}
        heads={[
          { key: "address", name: t(texts.addresses) },
          { key: "space", name: t(texts.space) },
          { key: "answer", name: t(texts.answer) },
          { key: "time", name: t(texts.refusedAt) },
        ]}
      >
        {rows.map(({ address, spaceName, reason, refusedAt }) => (
          <tr key={`${address} ${refusedAt}`} className={cardRowClass}>
            <th scope="row" className={`${cellClass} font-mono text-sm font-normal break-all max-sm:col-span-2`}>
              {address}
            </th>
            <td className={`${cellClass} max-sm:col-span-2`}>{t(spaceName)}</td>
            <td className={`${cellClass} text-ink-2`}>
              <Named name={texts.answer}>{reason}</Named>
            </td>
            <td className={`${cellClass} text-ink-2`}>
              <Named name={texts.refusedAt}>
                <Ago time={refusedAt} />
              </Named>
            </td>
          </tr>
        ))}
      </RecordTable>
      {total > rows.length && (
        <p className="mt-2 text-sm text-ink-3">{t(formatText(texts.more, { n: total, shown: rows.length }))}</p>
      )}
    </>
  );
}
