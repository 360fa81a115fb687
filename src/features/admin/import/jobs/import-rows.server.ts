import { z } from "zod";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, locales } from "#kit/text.ts";
import { idInput, timeZoneInput, typeInput } from "#records/query/row-input.server.ts";
import { importVerbs } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { refuseInvalidMapping } from "../import-columns.server.ts";
import { mappingInput } from "../import-output.server.ts";
import { findImport } from "../import-store.server.ts";
import { sheetRows } from "../read-import.server.ts";
import { undoImport } from "../revert-import.server.ts";
import { runCheck } from "../check-import.server.ts";
import { deleteSheetFile, writeImport } from "../run-import.server.ts";

const texts = {
  title: { zh: "导入数据", en: "Import records" },
  reading: { zh: "正在读取文件", en: "Reading the file" },
  check: { zh: "正在检查数据", en: "Reviewing rows" },
  run: { zh: "正在写入数据", en: "Writing records" },
  revert: { zh: "正在撤销导入", en: "Undoing the import" },
  checked: { zh: "已检查 {count} 行，可以查看并导入", en: "{count} {n|row|rows} reviewed, ready to import" },
  done: { zh: "已导入：新增 {add} 条，修改 {update} 条", en: "Imported: {add} added, {update} changed" },
  reverted: { zh: "已撤销导入", en: "Import undone" },
};

const importInput = { type: typeInput, id: idInput };
const input = z.discriminatedUnion("step", [
  z.strictObject({
    step: z.literal("check"),
    ...importInput,
    ...mappingInput,
    timeZone: timeZoneInput,
    locale: z.enum(locales).default("zh"),
  }),
  z.strictObject({ step: z.literal("run"), ...importInput }),
  z.strictObject({ step: z.literal("revert"), ...importInput }),
]);

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, n) => total + n, 0);

/** Runs a step of a large import in one transaction, so that a crash or a cancellation leaves no partial effect. */
export default defineJob({
  name: "importRows",
  title: texts.title,
  access: { verb: "import", by: "person" },
  // Importing changes many rows, so it needs a recent proof of identity, which is checked when the job is started.
  stepUp: true,
  keyOf: ({ id }) => id,
  input,
  cursor: z.object({ text: z.object({ zh: z.string(), en: z.string() }) }),
  async run(job, { tenantId, memberId, services, signal, setTotal, setDone, setStage, slices }) {
    const { type, id, step } = job;
    const { database } = services;
    /** The member with their current rights. @throws {Problem} forbidden when they may not import any more */
    async function readMember(): Promise<RowContext<UserPrincipal>> {
      const member = await findMember(database, { tenantId, memberId });
      const entities = await services.registries.of(tenantId);
      if (member === undefined || importVerbs(viewOf(member, entities.find(type))).length === 0)
        throw new Problem("forbidden", forbiddenText);
      return { principal: { ...member, hasRecentProof: true }, entities };
    }
    const onProgress = (done: number) => {
      signal.throwIfAborted();
      return setDone(done);
    };
    async function countRows(): Promise<number> {
      const { principal, entities } = await readMember();
      const { fileId, counts } = await findImport(database, principal, entities.find(type), id);
      if (step !== "check") return (counts?.add ?? 0) + (counts?.update ?? 0);
      await setStage(texts.reading);
      let count = 0;
      for await (const rows of sheetRows(services, principal, fileId)) {
        signal.throwIfAborted();
        count += rows.length;
      }
      return count;
    }
    await setTotal(await countRows());
    await setStage(texts[step]);
    // The whole step is one slice; its cursor holds the result text, and the next slice ends the job.
    const finalCursor = await slices(async ({ tx, cursor }) => {
      if (cursor !== undefined) return undefined;
      const context = await readMember();
      const { principal } = context;
      const entity = context.entities.find(type);
      if (job.step === "check") {
        const { mapping, keyField, locale, timeZone } = job;
        refuseInvalidMapping(principal, entity, { mapping, keyField });
        const { fileId } = await findImport(database, principal, entity, id);
        const request = { mapping, keyField, locale, timeZone, rows: sheetRows(services, principal, fileId) };
        const rowCount = sum(await runCheck(services, tx, context, entity, { id, request, onProgress }));
        return {
          cursor: { text: formatText(texts.checked, { n: rowCount, count: rowCount.toLocaleString("en") }) },
          steps: 0,
        };
      }
      if (job.step === "revert") {
        await undoImport(tx, context, entity, { id, onProgress });
        return { cursor: { text: texts.reverted }, steps: 0 };
      }
      const { add, update } = await writeImport(tx, context, entity, { id, onProgress });
      const textValues = { add: add.toLocaleString("en"), update: update.toLocaleString("en") };
      return { cursor: { text: formatText(texts.done, textValues) }, steps: 0 };
    });
    if (step === "run") await deleteSheetFile(services, (await readMember()).principal, id);
    return { text: finalCursor!.text, url: `/paas/${type}/import?id=${id}` };
  },
});
