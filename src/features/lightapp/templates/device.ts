import type { LightAppTemplate } from "../templates.ts";

export default {
  order: 2,
  name: { zh: "设备", en: "Device" },
  intro: { zh: "型号、序列号、位置和状态", en: "Models, serial numbers, locations and states" },
  tableName: "device",
  definition: {
    listName: { zh: "设备", en: "Devices" },
    access: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
    fields: [
      {
        field: "name",
        type: "textbox",
        name: { zh: "设备名称", en: "Name" },
        required: true,
        search: "contains",
        max: 100,
      },
      {
        field: "serialNumber",
        type: "textbox",
        name: { zh: "序列号", en: "Serial number" },
        required: true,
        search: "contains",
        max: 60,
      },
      { field: "model", type: "textbox", name: { zh: "型号", en: "Model" }, max: 60 },
      {
        field: "state",
        type: "radiobutton",
        name: { zh: "状态", en: "Status" },
        required: true,
        value: "running",
        search: "eq",
        options: [
          { key: "running", name: { zh: "运行中", en: "Running" }, color: "malachite" },
          { key: "idle", name: { zh: "闲置", en: "Idle" }, color: "azurite" },
          { key: "faulty", name: { zh: "故障", en: "Faulty" }, color: "cinnabar" },
          { key: "retired", name: { zh: "已停用", en: "Retired" }, color: "ochre" },
        ],
      },
      {
        field: "fault",
        type: "textarea",
        name: { zh: "故障描述", en: "Fault" },
        max: 500,
        rows: 3,
        if: "state=faulty",
      },
      { field: "place", type: "textbox", name: { zh: "安装地点", en: "Place" }, max: 120 },
      { field: "position", type: "maplocation", name: { zh: "地图位置", en: "Position" } },
      { field: "installedOn", type: "date", name: { zh: "安装日期", en: "Installed on" }, column: { sortable: true } },
      { field: "pictures", type: "album", name: { zh: "照片", en: "Photos" }, mark: 6 },
    ],
    titleField: "name",
    groups: [
      { name: { zh: "设备", en: "Device" }, fields: ["name", "serialNumber", "model", "state", "fault"] },
      { name: { zh: "位置", en: "Location" }, fields: ["place", "position", "installedOn"] },
      { name: { zh: "照片", en: "Photos" }, fields: ["pictures"] },
    ],
    list: {
      columns: ["name", "serialNumber", "model", "state", "place", "installedOn"],
      sort: { field: "createdAt", direction: "desc" },
    },
    searchable: ["name", "serialNumber", "place"],
    unique: [["serialNumber"]],
  },
} satisfies LightAppTemplate;
