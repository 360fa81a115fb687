import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxFolderRows, transferStates } from "#kit/transfer.ts";
import { idInput, versionInput } from "#records/query/row-input.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { problemOfRow } from "../folder-problem.server.ts";
import { withLocalFiles } from "../folder-files.server.ts";
import { importRows, staleText } from "../import-rows.server.ts";
import { planImport } from "../plan.server.ts";
import { recordTransfer } from "../record-transfer.server.ts";
import { entitiesToTransfer, readSpaceRows } from "../space-rows.server.ts";
import { inTransferQueue, readUpload } from "../stored-folder.server.ts";
import { titleOfRow } from "../transfer-output.server.ts";

const applyConfiguration = defineCall({
  method: "POST",
  path: "paas/transfer/apply",
  envelope: "data",
  title: {
    zh: "导入选中的空间配置，全部成功或全部不变",
    en: "Import the chosen rows of uploaded configuration, all or none",
  },
  access: administrator,
  stepUp: true,
  idempotent: true,
  largeInput: true,
  limit: { max: 20, windowSeconds: 60 },
  input: z.strictObject({
    file: idInput,
    rows: z
      .array(
        z.strictObject({
          path: z.string().max(300),
          /** The version of the row that was compared; null for a row to add. */
          version: versionInput.nullable(),
          /** Whether to bring the row into the state of its file. */
          entersState: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(maxFolderRows),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        path: z.string(),
        type: z.string(),
        typeName: z.string(),
        title: z.string(),
        state: z.enum(transferStates),
        id: z.string(),
      }),
    ),
  }),
  run: ({ file, rows: choices }, context) =>
    inTransferQueue(context.principal.accountId, async () => {
      const { services, principal, locale, entities } = context;
      const folder = await readUpload(services, principal, file);
      const choiceByPath = new Map(choices.map((choice) => [choice.path, choice]));
      const imported = await services.database.tenant(principal.tenantId, async (tx) => {
        await claimRequestEffect(tx);
        // Two imports at the same time would add the same rows.
        await tx.lock(`configuration ${principal.tenantId}`);
        const space = await readSpaceRows(tx, context, true);
        const localFolder = await withLocalFiles(tx, principal.tenantId, folder);
        const paths = new Set(choiceByPath.keys());
        const { contentParts } = services;
        const { rows } = planImport(localFolder, space, {
          entities: entitiesToTransfer(entities),
          contentParts,
          chosen: paths,
        });
        const chosen = rows.filter(({ path }) => paths.has(path));
        const chosenByPath = new Map(chosen.map((row) => [row.path, row]));
        for (const { path, version } of choices) {
          const row = chosenByPath.get(path);
          const isAsReviewed = row?.state !== "unchanged" && row?.version === version;
          if (row === undefined || !isAsReviewed) throw problemOfRow(path, "conflict", staleText(row !== undefined));
        }
        await importRows(
          tx,
          context,
          chosen,
          ({ path, offersState }) => offersState && choiceByPath.get(path)!.entersState === true,
        );
        await recordTransfer(tx, context, { verb: "configurationImport", subject: folder.space });
        return chosen;
      });
      return {
        rows: imported.map((row) => ({
          path: row.path,
          type: row.entity.type,
          typeName: (row.entity.listName ?? row.entity.name)[locale],
          title: titleOfRow(row, locale),
          state: row.state,
          id: row.id,
        })),
      };
    }),
});

export default applyConfiguration;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/transfer/apply": typeof applyConfiguration;
  }
}
