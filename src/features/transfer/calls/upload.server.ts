import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { textIn } from "#kit/text.ts";
import { transferStates } from "#kit/transfer.ts";
import { folderProblem } from "../folder-problem.server.ts";
import { withLocalFiles } from "../folder-files.server.ts";
import { tryImport } from "../import-rows.server.ts";
import { type PlannedRow, planImport } from "../plan.server.ts";
import { contentText } from "../row-content.server.ts";
import { entitiesToTransfer, readSpaceRows } from "../space-rows.server.ts";
import { inTransferQueue, storeUpload } from "../stored-folder.server.ts";
import { titleOfRow } from "../transfer-output.server.ts";

/** The text of a value of a file: a text as it is, anything else as JSON; null if there is none. */
function textOfValue(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : contentText(value).trimEnd();
}

const stateName = ({ entity: { fields, configuration } }: PlannedRow, value: string) => {
  const options = fields[configuration.state!.field] as { options?: { key: string; name: unknown }[] };
  return options.options?.find(({ key }) => key === value)?.name ?? value;
};

const uploadConfiguration = defineCall({
  method: "POST",
  path: "paas/transfer/upload",
  envelope: "data",
  title: {
    zh: "上传空间配置，并与当前空间比较",
    en: "Upload exported configuration and compare it with the space; changes nothing",
  },
  access: administrator,
  limit: { max: 20, windowSeconds: 60 },
  input: z.looseObject({}).describe("multipart/form-data with one part `file`"),
  output: z.object({
    /** For the call that applies the differences; valid for an hour. */
    file: z.uuid(),
    /** The name of the space that the folder was exported from. */
    space: z.string(),
    /** Files that cannot be used, and why. */
    faults: z.array(z.object({ path: z.string(), text: z.string() })),
    rows: z.array(
      z.object({
        path: z.string(),
        type: z.string(),
        typeName: z.string(),
        title: z.string(),
        state: z.enum(transferStates),
        /** Of the row of this space; null for an added one. */
        id: z.string().nullable(),
        version: z.number().nullable(),
        changes: z.array(
          z.object({
            field: z.string(),
            name: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        ),
        /** The names of secrets, which no file contains, to be entered after the import. */
        secrets: z.array(z.string()),
        /** The names of stored files, such as images, that the row needs and the space does not have; their places stay empty. */
        missingFiles: z.array(z.string()),
        /** Why the row cannot be imported. */
        problem: z.string().nullable(),
        /** The state that the row has in the file, if the import can set it; `problem`: why it cannot at present. */
        target: z.object({ name: z.string(), problem: z.string().nullable() }).nullable(),
      }),
    ),
  }),
  async run(_input, context) {
    const { services, principal, locale, entities } = context;
    for await (const upload of context.files())
      // Awaited here, because the loop reads the rest of the request as soon as it ends.
      return await inTransferQueue(principal.accountId, async () => {
        const { fileId, folder } = await storeUpload(services, principal, upload);
        const { contentParts } = services;
        const { rows, faults } = await services.database.tenant(principal.tenantId, async (tx) => {
          const space = await readSpaceRows(tx, context);
          const localFolder = await withLocalFiles(tx, principal.tenantId, folder);
          return planImport(localFolder, space, { entities: entitiesToTransfer(entities), contentParts });
        });
        const obstacles = await tryImport(context, rows);
        return {
          file: fileId,
          space: folder.space,
          faults: faults.map(({ path, text }) => ({ path, text: text[locale] })),
          rows: rows.map((row) => {
            const { path, entity, state, current, version, changes, secrets, missingFiles } = row;
            const { problem, stateProblem } = obstacles.get(path) ?? {};
            return {
              path,
              type: entity.type,
              typeName: (entity.listName ?? entity.name)[locale],
              title: titleOfRow(row, locale),
              state,
              id: current?.id ?? null,
              version,
              changes: changes.map(({ field, name, before, after }) => ({
                field,
                name: (name ?? entity.fields[field]!.name)[locale],
                before: textOfValue(before),
                after: textOfValue(after),
              })),
              secrets,
              missingFiles: [...missingFiles],
              problem: problem?.[locale] ?? null,
              target: row.offersState
                ? {
                    name: textIn(stateName(row, entity.configuration.state!.value), locale),
                    problem: stateProblem?.[locale] ?? null,
                  }
                : null,
            };
          }),
        };
      });
    throw folderProblem("missing");
  },
});

export default uploadConfiguration;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/transfer/upload": typeof uploadConfiguration;
  }
}
