import { type ComponentType, useEffect, useState } from "react";
import { registerStepUpPrompt } from "#client/step-up.ts";
import type { StepUpFormProps } from "./step-up-form.tsx";

type OpenStepUp = StepUpFormProps & { Form: ComponentType<StepUpFormProps> };

/** Shows the step-up dialog; mounted once in the app. Its form is loaded on first use. */
export function StepUp() {
  const [openStepUp, setOpenStepUp] = useState<OpenStepUp>();
  useEffect(
    () =>
      registerStepUpPrompt(async (request) => {
        const { StepUpForm } = await import("./step-up-form.tsx");
        const isProved = await new Promise<boolean>((onEnd) => setOpenStepUp({ Form: StepUpForm, request, onEnd }));
        setOpenStepUp(undefined);
        return isProved;
      }),
    [],
  );
  if (openStepUp === undefined) return null;
  const { Form, ...formProps } = openStepUp;
  return <Form {...formProps} />;
}
