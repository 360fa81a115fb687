import { type ComponentType, useEffect, useState } from "react";
import { registerProver } from "#client/step-up.ts";
import type { StepUpFormProps } from "./step-up-form.tsx";

type Asked = StepUpFormProps & { Form: ComponentType<StepUpFormProps> };

/** Shows the step-up dialog; the app has one. Its form is loaded when it is first needed. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      registerProver(async (request) => {
        const { StepUpForm } = await import("./step-up-form.tsx");
        const isProved = await new Promise<boolean>((onEnd) => setAsked({ Form: StepUpForm, request, onEnd }));
        setAsked(undefined);
        return isProved;
      }),
    [],
  );
  if (asked === undefined) return null;
  const { Form, ...question } = asked;
  return <Form {...question} />;
}
