import { type ComponentType, useEffect, useState } from "react";
import { registerProver } from "#client/step-up.ts";
import type { StepUpFormProps } from "./step-up-form.tsx";

type Question = StepUpFormProps & { Form: ComponentType<StepUpFormProps> };

/** Shows the step-up dialog; mounted once in the app. Its form is loaded on first use. */
export function StepUp() {
  const [openQuestion, setOpenQuestion] = useState<Question>();
  useEffect(
    () =>
      registerProver(async (request) => {
        const { StepUpForm } = await import("./step-up-form.tsx");
        const isProved = await new Promise<boolean>((onEnd) => setOpenQuestion({ Form: StepUpForm, request, onEnd }));
        setOpenQuestion(undefined);
        return isProved;
      }),
    [],
  );
  if (openQuestion === undefined) return null;
  const { Form, ...question } = openQuestion;
  return <Form {...question} />;
}
