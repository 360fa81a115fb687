import type { Text } from "./text.ts";

/** The states of a work order. */
export const workStates = {
  new: { name: { zh: "待受理", en: "New" }, color: "cinnabar" },
  processing: { name: { zh: "处理中", en: "In progress" }, color: "azurite" },
  resolved: { name: { zh: "待确认", en: "Awaiting confirmation" }, color: "orpiment" },
  closed: { name: { zh: "已完成", en: "Completed" }, color: "malachite" },
  cancelled: { name: { zh: "已取消", en: "Cancelled" }, color: "ochre" },
} as const satisfies Record<string, { name: Text; color: string }>;
export type WorkState = keyof typeof workStates;

/** The final states: nobody has to act on the work order. */
export const finalStates = ["closed", "cancelled"] as const;
export const hasEnded = (state: unknown): boolean => finalStates.some((final) => final === state);

/** The kind of a work order's row: `internal` to one space, or one of the two rows of an order between a customer and a provider. */
export const workSides = ["internal", "customer", "provider"] as const;
export type WorkSide = (typeof workSides)[number];

type Step = {
  name: Text;
  /** The message in the conversation after the step. */
  done: Text;
  from: readonly WorkState[];
  to: WorkState;
  /** `handler`: administrators of the space that handles the order. `filer`: the author, the administrators of their space, and handlers. */
  by: "handler" | "filer";
};

/** The steps of a work order: every change of its state is one of these. */
export const workSteps = {
  accept: {
    name: { zh: "受理", en: "Accept" },
    done: { zh: "已受理", en: "Accepted" },
    from: ["new"],
    to: "processing",
    by: "handler",
  },
  resolve: {
    name: { zh: "标记为已解决", en: "Mark as resolved" },
    done: { zh: "标记为已解决", en: "Marked as resolved" },
    from: ["processing"],
    to: "resolved",
    by: "handler",
  },
  confirm: {
    name: { zh: "确认完成", en: "Confirm completion" },
    done: { zh: "已确认完成", en: "Confirmed completion" },
    from: ["resolved"],
    to: "closed",
    by: "filer",
  },
  reopen: {
    name: { zh: "仍未解决", en: "Not resolved yet" },
    done: { zh: "已重新打开", en: "Reopened" },
    from: ["resolved", "closed"],
    to: "processing",
    by: "filer",
  },
  cancel: {
    name: { zh: "取消工单", en: "Cancel work order" },
    done: { zh: "已取消", en: "Cancelled" },
    from: ["new", "processing"],
    to: "cancelled",
    by: "filer",
  },
} as const satisfies Record<string, Step>;
export type WorkStep = keyof typeof workSteps;
export const workStepNames = Object.keys(workSteps) as [WorkStep, ...WorkStep[]];

/** The steps that a person may take from a state. */
export function stepsFrom(state: WorkState, person: { isHandler: boolean; isFiler: boolean }): WorkStep[] {
  return workStepNames.filter((name) => {
    const { from, by }: Step = workSteps[name];
    return from.includes(state) && (person.isHandler || (by === "filer" && person.isFiler));
  });
}
