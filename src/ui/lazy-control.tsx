import { type ComponentType, type ReactNode, Suspense, use, useReducer } from "react";
import { LoadFailure } from "./load-failure.tsx";
import { loadable } from "./loadable.ts";

type Options<P> = {
  /** px: minimum height, so that the layout hardly shifts when the control loads; by default the height of an input. */
  height?: number;
  /** The placeholder while it loads; by default an empty box. */
  renderWaiting?: (props: P) => ReactNode;
};

/** A control that is loaded when a form uses it. If loading fails, it can be retried without losing the form. */
export function lazyControl<P extends { id?: string }>(
  load: () => Promise<ComponentType<P>>,
  { height, renderWaiting }: Options<P> = {},
): ComponentType<P> {
  const control = loadable(async () => ({ Control: await load() }));

  function Loading(props: P) {
    const [, tryAgain] = useReducer((count: number) => count + 1, 0);
    if (control.get() === undefined) use(control.start());
    const loaded = control.get();
    if (loaded !== undefined) return <loaded.Control {...props} />;
    return (
      <LoadFailure
        onRetry={() => {
          control.forget();
          tryAgain();
        }}
      />
    );
  }

  return function LazyControl(props) {
    const fallback =
      renderWaiting === undefined ? (
        <div id={props.id} aria-busy="true" className="control" style={{ minHeight: height }} />
      ) : (
        renderWaiting(props)
      );
    return (
      <Suspense fallback={fallback}>
        <Loading {...props} />
      </Suspense>
    );
  };
}
