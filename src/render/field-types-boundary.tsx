import { type ReactNode, Suspense, use, useReducer } from "react";
import type { FieldConfig, LocalizedField } from "#kit/field.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { typesToLoad } from "./field-types.ts";

type LoaderProps = { fields: readonly (FieldConfig | LocalizedField)[]; children: ReactNode };

function FieldTypesLoader({ fields, children }: LoaderProps) {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  // A loaded type may have sub-fields, whose types are loaded next.
  for (let missingTypes = typesToLoad(fields); missingTypes.length > 0; missingTypes = typesToLoad(fields)) {
    const loads = missingTypes.map((type) => type.start());
    for (const load of loads) use(load);
    const failedTypes = missingTypes.filter((type) => type.get() === undefined);
    if (failedTypes.length === 0) continue;
    const retry = () => {
      for (const type of failedTypes) type.forget();
      rerender();
    };
    return <LoadFailure onRetry={retry} />;
  }
  return children;
}

/** Shows its children once the types of these fields are loaded; until then, the fallback. Types that only few forms use are loaded on demand. */
export function FieldTypesBoundary({ fallback, ...loaderProps }: LoaderProps & { fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <FieldTypesLoader {...loaderProps} />
    </Suspense>
  );
}
