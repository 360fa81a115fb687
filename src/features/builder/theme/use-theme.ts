import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Clash } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { clashIn } from "#render/form/use-auto-form.ts";
import { useLeaveQuestion } from "#render/form/use-leave-question.ts";
import { CallProblem, call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { addStep, firstStep, redoStep, undoStep } from "#ui/undo-steps.ts";
import { changesTo, type ThemeValues, valuesOf } from "./theme-values.ts";

const texts = {
  saved: { zh: "已保存", en: "Saved" },
  shown: { zh: "网站正在使用此主题，访客现在即可看到。", en: "The site has this theme: visitors see the change now." },
  clash: { zh: "他人已修改相同的内容", en: "Someone else changed the same values" },
  clashText: {
    zh: "可以用您的修改覆盖，也可以改用对方的内容。",
    en: "Save yours over them, or take over theirs.",
  },
  mine: { zh: "用我的修改", en: "Save mine" },
  theirs: { zh: "用对方的", en: "Use theirs" },
};

/**
 * The state of a theme's editor: values with undo, what is saved, and saving. Edits of one field, one after the other, are one step. `isCurrent`: whether
 * it is the theme of the site.
 */
export function useTheme(row: AnyRow, isCurrent: boolean) {
  const t = useText();
  const client = useQueryClient();
  const [saved, setSaved] = useState({ version: row.version, values: valuesOf(row) });
  const [steps, setSteps] = useState(() => firstStep(valuesOf(row)));
  const values = steps.present;
  const changes = changesTo(saved.values, values);
  const isDirty = Object.keys(changes).length > 0;
  const latestIsDirty = useRef(isDirty);
  useEffect(() => {
    latestIsDirty.current = isDirty;
  });
  useLeaveQuestion(latestIsDirty);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => latestIsDirty.current && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  const { mutateAsync: send, isPending } = useMutation({
    mutationFn: (version: number) =>
      call("POST Api/{type}/QueryUpdate", { type: "theme", id: row.id, version, ...changes } as never, {
        idempotencyKey: randomId(),
      }) as Promise<AnyRow>,
  });

  /** Saves the changes on a version; a clash is the person's to decide. Resolves to whether they were saved. */
  async function save(version = saved.version): Promise<boolean> {
    if (!isDirty) return true;
    try {
      const savedRow = await send(version);
      setSaved({ version: savedRow.version, values: valuesOf(savedRow) });
      setSteps((current) => addStep(current, withSaved(current.present, savedRow)));
      void client.invalidateQueries({ queryKey: ["themes"] });
      notify("success", t(texts.saved), isCurrent ? { description: t(texts.shown) } : {});
      return true;
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      const clash = clashIn(error);
      if (clash === undefined) {
        notify("error", Object.values(error.fields)[0] ?? error.message);
        return false;
      }
      notify("error", t(texts.clash), {
        description: t(texts.clashText),
        topic: `theme ${row.id}`,
        actions: [
          { name: t(texts.mine), run: () => void save(clash.version) },
          { name: t(texts.theirs), run: () => takeOver(clash) },
        ],
      });
      return false;
    }
  }

  /** Takes over what somebody else has saved meanwhile. Edits made during the save stay; the same object if nothing differs. */
  function withSaved(present: ThemeValues, savedRow: AnyRow): ThemeValues {
    const editedSince = changesTo(values, present);
    const others = Object.entries(changesTo(present, valuesOf(savedRow))).filter(([name]) => !(name in editedSince));
    return others.length === 0 ? present : { ...present, ...Object.fromEntries(others) };
  }

  /** Takes over the values of the other person, as the base of what is saved next. */
  function takeOver({ version, fields }: Clash): void {
    const theirs = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.theirs]));
    setSaved(({ values: savedValues }) => ({ version, values: { ...savedValues, ...theirs } }));
    setSteps((current) => addStep(current, { ...current.present, ...theirs }));
  }

  const change = (field: string, value: unknown, merge?: string) =>
    setSteps((current) => addStep(current, { ...current.present, [field]: value }, merge));

  return {
    values,
    isDirty,
    isSaving: isPending,
    save,
    /** Changes a field; edits of the same field, one after the other, are one step. */
    edit: (field: string, value: unknown) => change(field, value, field),
    /** Changes a field as a step of its own. */
    set: (field: string, value: unknown) => change(field, value),
    undo: steps.past.length === 0 ? undefined : () => setSteps(undoStep),
    redo: steps.future.length === 0 ? undefined : () => setSteps(redoStep),
  };
}
export type ThemeEditing = ReturnType<typeof useTheme>;
