import { type ReactNode, Suspense, use, useReducer } from "react";
import type { FieldConfig, LocalizedField } from "#kit/field.ts";
import { FailedList } from "#ui/failed-list.tsx";
import { awaitedTypes } from "./field-types.ts";

type TypesProps = { fields: readonly (FieldConfig | LocalizedField)[]; children: ReactNode };

function Arriving({ fields, children }: TypesProps) {
  const [, tryAgain] = useReducer((count: number) => count + 1, 0);
  // A loaded type may have fields of its own, whose types are loaded next.
  for (let awaited = awaitedTypes(fields); awaited.length > 0; awaited = awaitedTypes(fields)) {
    const arrivals = awaited.map((type) => type.start());
    for (const arrival of arrivals) use(arrival);
    const missing = awaited.filter((type) => type.get() === undefined);
    if (missing.length === 0) continue;
    const retry = () => {
      for (const type of missing) type.forget();
      tryAgain();
    };
    return <FailedList onRetry={retry} />;
  }
  return children;
}

/** Shows what works with these fields once their types are there: those that few forms have come on demand. */
export function FieldTypesBoundary({ waiting, ...types }: TypesProps & { waiting: ReactNode }) {
  return (
    <Suspense fallback={waiting}>
      <Arriving {...types} />
    </Suspense>
  );
}
