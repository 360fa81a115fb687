import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Clash } from "#kit/auto.ts";
import type { CallInput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { isEmpty, requiredMessage } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";
import { clashIn } from "#render/form/use-auto-form.ts";
import { CallProblem, call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { type Draft, draftOf, valuesOf } from "../draft/draft.ts";
import { mergeDrafts } from "../draft/merge-drafts.ts";
import type { PlacedProblem } from "../draft/problems.ts";
import type { DraftState, Saved } from "./use-draft.ts";

const texts = {
  saved: { zh: "已保存草稿", en: "Draft saved" },
  merged: { zh: "他人也修改了此轻应用，已合并双方的修改", en: "Saved together with changes by someone else" },
  name: { zh: "名称", en: "Name" },
  tableName: { zh: "标识", en: "Type" },
};

/** Retries of a save that got no response. */
const saveRetries = 3;

const problemOf = (setting: string, text: string): PlacedProblem => ({
  path: setting,
  text,
  selection: { kind: "app" },
  setting,
});

type SavingOptions = {
  state: DraftState;
  saved: Saved;
  onSaved: (saved: Saved, row: AnyRow) => void;
  /** Called with the problem that keeps the draft from being saved. */
  onRefused: (problem: PlacedProblem) => void;
};

/** Saves the draft as the row of its light app. A draft may be wrong, but it has a name and a type. */
export function useSaving({ state, saved, onSaved, onRefused }: SavingOptions) {
  const t = useText();
  const [problems, setProblems] = useState<{ draft: Draft; problems: PlacedProblem[] }>();
  const [clash, setClash] = useState<Clash>();
  const { mutateAsync: send, isPending } = useMutation({
    mutationFn: ({ input, key }: { input: CallInput<"POST Api/{type}/QuerySave">; key: string }) =>
      call("POST Api/{type}/QuerySave", input, { idempotencyKey: key }),
    retry: (failures, problem) => problem instanceof CallProblem && problem.status === 0 && failures < saveRetries,
  });

  function refuse(draft: Draft, found: PlacedProblem[]): void {
    setProblems({ draft, problems: found });
    onRefused(found[0]!);
  }

  /** The draft that somebody else has saved, and the one that both began with. Without a clash, a value is what it was. */
  function theirsIn({ fields }: Clash): { base: Draft | undefined; theirs: Draft } {
    const theirs = Object.fromEntries(Object.entries(fields).map(([name, { theirs: value }]) => [name, value]));
    return {
      base: saved.isOther === true ? undefined : saved.draft,
      theirs: draftOf({ ...valuesOf(saved.draft), ...theirs }),
    };
  }

  function handle(error: unknown, draft: Draft): void {
    if (!(error instanceof CallProblem)) throw error;
    const reported = clashIn(error);
    const fields = Object.entries(error.fields);
    if (reported !== undefined) setClash(reported);
    else if (fields.length > 0)
      refuse(
        draft,
        fields.map(([name, text]) => problemOf(name.split(".")[0]!, text)),
      );
    else notify("error", error.message);
  }

  /** Saves a draft on a version. Resolves to the saved row; undefined if it was not saved. */
  async function saveDraft(draft: Draft, version: number | undefined, canMerge = true): Promise<AnyRow | undefined> {
    const values = valuesOf(draft);
    const isMissing = { name: Object.values(draft.name).every(isEmpty), tableName: isEmpty(values.tableName) };
    const missing = (["name", "tableName"] as const)
      .filter((name) => isMissing[name])
      .map((name) => problemOf(name, t(requiredMessage(texts[name] as Text))));
    if (missing.length > 0) return void refuse(draft, missing);
    setProblems(undefined);
    const input = {
      type: "lightApp",
      ...(saved.id === undefined ? {} : { id: saved.id, version: version! }),
      ...values,
    };
    try {
      const row = (await send({ input, key: randomId() })) as AnyRow;
      onSaved({ id: row.id, draft: draftOf(row), version: row.version }, row);
      return row;
    } catch (error) {
      const reported = error instanceof CallProblem ? clashIn(error) : undefined;
      const theirs = reported && theirsIn(reported);
      const merge = theirs && canMerge ? mergeDrafts({ ...theirs, mine: draft }) : undefined;
      if (reported === undefined || merge === undefined || merge.conflicts.length > 0) return void handle(error, draft);
      state.edit(() => merge.draft);
      const row = await saveDraft(merge.draft, reported.version, false);
      if (row !== undefined) notify("info", t(texts.merged));
      return row;
    }
  }

  /** Undefined without a clash, or if its texts are no definitions. */
  const merge = clash && mergeDrafts({ ...theirsIn(clash), mine: state.draft });

  return {
    isBusy: isPending,
    /** What was refused when this draft was saved. */
    problems: problems?.draft === state.draft ? problems.problems : [],
    clash,
    /** The merged draft with the conflicts to decide. */
    merge,
    closeClash: () => setClash(undefined),
    /** Saves the merged draft, with the other person's version where a conflict has one of these keys. */
    async resolveMerge(accepted: readonly string[]): Promise<void> {
      if (clash === undefined) return;
      const merged = mergeDrafts({ ...theirsIn(clash), mine: state.draft }, new Set(accepted));
      setClash(undefined);
      if (merged === undefined) return;
      state.edit(() => merged.draft);
      await saveDraft(merged.draft, clash.version, false);
    },
    save: () => saveDraft(state.draft, saved.version),
    saveAndSay: async () => void ((await saveDraft(state.draft, saved.version)) && notify("success", t(texts.saved))),
    /** Takes over the other person's values of these fields, and saves the rest again. */
    async resolve(acceptedFields: readonly string[]): Promise<void> {
      if (clash === undefined) return;
      const theirs = Object.fromEntries(acceptedFields.map((name) => [name, clash.fields[name]?.theirs]));
      const merged = draftOf({ ...valuesOf(state.draft), ...theirs });
      setClash(undefined);
      state.edit(() => merged);
      await saveDraft(merged, clash.version);
    },
  };
}
