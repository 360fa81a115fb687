/** Lazily loaded parts of the program: loaded once, again after a failure, and before dependants render. */
import { prerender } from "react-dom/static";
import { expect, it, vi } from "vitest";
import type { FieldConfig } from "#kit/field.ts";
import { typesToLoad, fieldTypeOf } from "#render/field-types.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { loadable } from "#ui/loadable.ts";

const name = { zh: "字段", en: "Field" };

it("loads once, and again after a failure only when the failure is forgotten", async () => {
  let attempts = 0;
  const part = loadable(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("no network");
    return { tries: attempts };
  });
  await Promise.all([part.start(), part.start()]);
  expect([part.get(), attempts]).toEqual([undefined, 1]);
  await part.start();
  expect(attempts).toBe(1);
  part.forget();
  await part.start();
  await part.start();
  expect([part.get(), attempts]).toEqual([{ tries: 2 }, 2]);
});

it("B-277, B-361, Q-22: renders a button to retry once a control has not loaded for 120 seconds", async () => {
  vi.useFakeTimers();
  try {
    const LateControl = lazyControl<{ id: string }>(() => new Promise(() => undefined));
    let html: string | undefined;
    void prerender(<LateControl id="late" />).then(async ({ prelude }) => (html = await new Response(prelude).text()));
    await vi.advanceTimersByTimeAsync(119_900);
    expect(html).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => html).toMatch(/<button[^>]*>(?:重试|Try again)/);
  } finally {
    vi.useRealTimers();
  }
});

it("renders a control once it has loaded, and a button to retry when it fails", async () => {
  const LoadedControl = lazyControl(async () => ({ id }: { id: string }) => <input id={id} />);
  const FailingControl = lazyControl<{ id: string }>(() => Promise.reject(new Error("no network")));
  const { prelude } = await prerender(
    <form>
      <LoadedControl id="one" />
      <FailingControl id="two" />
    </form>,
  );
  const form = await new Response(prelude).text();
  expect(form).toContain('<input id="one"/>');
  expect(form).toMatch(/<button[^>]*>(?:重试|Try again)/);
});

it("renders fields once their types have loaded, including those of sub-rows", async () => {
  const label: FieldConfig = { type: "label", name, text: { zh: "一句话", en: "A sentence" } };
  const rows: FieldConfig = { type: "table", name, fields: { label } };
  expect(typesToLoad([rows])).toHaveLength(1);
  const Title = () => fieldTypeOf(label).type;
  const { prelude } = await prerender(
    <FieldTypesBoundary fields={[rows]} fallback={null}>
      <Title />
    </FieldTypesBoundary>,
  );
  expect(await new Response(prelude).text()).toContain("label");
  expect(typesToLoad([rows])).toEqual([]);
});
