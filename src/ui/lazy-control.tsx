import { type ComponentType, type ReactNode, Suspense, use, useReducer } from "react";
import { LoadFailure } from "./load-failure.tsx";
import { loadable } from "./loadable.ts";

type Options<P> = {
  /** Minimum height of the default placeholder, px, so that the layout hardly shifts; by default the height of an input. */
  height?: number;
  /** Renders the placeholder while the control loads; by default an empty box. */
  renderFallback?: (props: P) => ReactNode;
};

/**
 * A control that is loaded when a form uses it. If loading fails, it shows a retry button, and the form keeps its values. The placeholder gets the
 * `id`; a component that ignores it declares it too, because a type argument must share a property with `{ id?: string }`.
 */
export function lazyControl<P extends { id?: string }>(
  load: () => Promise<ComponentType<P>>,
  { height, renderFallback }: Options<P> = {},
): ComponentType<P> {
  const control = loadable(async () => ({ Control: await load() }));

  function LoadingControl(props: P) {
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    if (control.get() === undefined) use(control.start());
    const loaded = control.get();
    if (loaded !== undefined) return <loaded.Control {...props} />;
    return (
      <LoadFailure
        onRetry={() => {
          control.forget();
          rerender();
        }}
      />
    );
  }

  return function LazyControl(props) {
    const fallback =
      renderFallback === undefined ? (
        <div id={props.id} aria-busy="true" className="control" style={{ minHeight: height }} />
      ) : (
        renderFallback(props)
      );
    return (
      <Suspense fallback={fallback}>
        <LoadingControl {...props} />
      </Suspense>
    );
  };
}
