/** Postal addresses of members, and the regions of China. */
import { describe, expect, it } from "vitest";
import { type Answer, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const statusOf = ({ status }: Answer) => status;
/** Creates a space and returns its owner with their client. */
async function createOwner() {
  const person = await newSpaceOwner(server);
  return { person, ...client(server, person) };
}

describe("postal addresses", () => {
  const address = { name: "王小明", mobile: "13800138000", regionId: 350203, address: "环岛路 1 号" };
  type Saved = { id: string; isDefault: boolean; regionName: string };

  it("E-029, E-030, E-031, N-010, B-067: are listed with the default address first; there is always exactly one default", async () => {
    const { call } = await createOwner();
    const list = () => call("GET api/useraddress/get", {}) as Promise<Saved[]>;
    const save = (input: object) =>
      call("POST api/useraddress/SaveOrderAddress", { ...address, ...input }) as Promise<Saved>;
    const first = await save({});
    expect(first.isDefault).toBe(true);
    const second = await save({ name: "李" });
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id]);
    await save({ id: second.id, isDefault: true });
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    await call("DELETE api/useraddress/delete", { id: second.id });
    expect(await list()).toMatchObject([{ id: first.id, isDefault: true, regionName: "Siming, Xiamen, Fujian" }]);
  });

  it("T-05: are private to each member of a space", async () => {
    const { person, call } = await createOwner();
    const { id } = (await call("POST api/useraddress/SaveOrderAddress", { ...address, isDefault: true })) as Saved;
    const colleague = client(server, await newMember(server, person.tenantId));
    expect(contentOf(await colleague.send("GET api/useraddress/get"))).toEqual([]);
    expect(statusOf(await colleague.send("DELETE api/useraddress/delete", { id }))).toBe(404);
    expect(statusOf(await colleague.send("POST api/useraddress/SaveOrderAddress", { ...address, id }))).toBe(404);
  });

  it.each([{ regionId: 350200 }, { regionId: 1 }, { mobile: "12345" }, { name: " " }, { address: "" }])(
    "are refused with %o",
    async (invalidFields) => {
      const { send } = await createOwner();
      expect(statusOf(await send("POST api/useraddress/SaveOrderAddress", { ...address, ...invalidFields }))).toBe(422);
    },
  );

  it("have one default after concurrent saves of several defaults", async () => {
    const { call } = await createOwner();
    await Promise.all(
      Array.from({ length: 8 }, () => call("POST api/useraddress/SaveOrderAddress", { ...address, isDefault: true })),
    );
    const addresses = (await call("GET api/useraddress/get", {})) as Saved[];
    expect([addresses.length, addresses.filter(({ isDefault }) => isDefault).length]).toEqual([8, 1]);
  });
});

describe("regions", () => {
  const get = async (name: string, input: object, language = "zh") =>
    contentOf(await client(server).send(name, input, { "accept-language": language })) as {
      id: number;
      name: string;
    }[];

  it("E-023, E-024, E-025, N-011, B-392: are lists of provinces, cities and areas, and include all provinces with Hong Kong, Macao and Taiwan, their cities and their counties", async () => {
    const provinces = await get("GET api/Region/GetRegionData", { level: 2 });
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ id: expect.any(Number), name: expect.any(String), parentId: null });
    expect(provinces.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["福建省", "香港特别行政区", "澳门特别行政区", "台湾省"]),
    );
    for (const { id, name } of provinces) {
      const cities = await get("GET api/Region/GetRegionData", { level: 3, parentId: id });
      expect([name, cities.length > 0]).toEqual([name, true]);
      for (const city of cities) {
        const counties = await get("GET api/Region/GetRegionData", { level: 4, parentId: city.id });
        expect([city.name, counties.length > 0]).toEqual([city.name, true]);
      }
    }
  });

  it("E-026, E-027, E-028: have full names in both languages", async () => {
    expect(
      contentOf(
        await client(server).send("GET Api/Region/GetFullName", { areaId: 350203 }, { "accept-language": "zh" }),
      ),
    ).toBe("福建省厦门市思明区");
    expect(
      contentOf(
        await client(server).send("GET Api/Region/GetFullName", { areaId: 110101 }, { "accept-language": "en" }),
      ),
    ).toBe("Dongcheng, Beijing");
    expect((await get("GET api/Region/GetCountyByCity", { cityName: "厦门" })).map(({ name }) => name)).toContain(
      "思明区",
    );
    expect(await get("GET api/Region/GetCountyByCity", { cityName: "Xiamen" }, "en")).toContainEqual({
      id: 350203,
      name: "Siming",
    });
    const index = (await get("GET api/Region/CityIndex", {})) as unknown as {
      key: string;
      cities: { name: string }[];
    }[];
    expect(index.map(({ key }) => key)).toEqual(index.map(({ key }) => key).toSorted());
    expect(index.find(({ key }) => key === "X")!.cities.map(({ name }) => name)).toContain("厦门市");
  });

  it("E-025, B-279: are listed for the levels 2, 3 and 4 only", async () => {
    for (const level of [1, 5, "x"])
      expect(statusOf(await client(server).send("GET api/Region/GetRegionData", { level }))).toBe(422);
    expect(statusOf(await client(server).send("GET Api/Region/GetFullName", { areaId: 1 }))).toBe(404);
  });
});
