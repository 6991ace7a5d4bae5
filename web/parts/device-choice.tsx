/** Where a table is built: on the server or in this page, on a GPU or on the CPU. */
import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useId } from "preact/hooks";
import type { Device } from "../../engine/contracts/table.ts";

export interface Place {
  readonly where: "server" | "page";
  readonly device: Device;
}

export const SERVER: Place = { where: "server", device: "auto" };

const GROUPS: readonly { readonly label: string; readonly where: Place["where"] }[] = [
  { label: "Server", where: "server" },
  { label: "This browser", where: "page" },
];

const DEVICE_TITLES: Readonly<Record<Device, string>> = { auto: "automatic", gpu: "GPU", cpu: "CPU" };

/** `gpu`: the table has a solver on the GPU. */
export function DeviceChoice({ gpu, place }: { readonly gpu: boolean; readonly place: Signal<Place> }): VNode {
  const id = useId();
  const { where, device } = place.value;
  return (
    <div class="option">
      <label for={id}>device</label>
      <select
        id={id}
        aria-describedby={`${id}-about`}
        value={`${where} ${gpu ? device : "cpu"}`}
        onChange={(event) => {
          const [chosen = "server", on = "auto"] = event.currentTarget.value.split(" ");
          place.value = { where: chosen as Place["where"], device: on as Device };
        }}
      >
        {GROUPS.map((group) => (
          <optgroup key={group.where} label={group.label}>
            {(gpu ? (["auto", "gpu", "cpu"] as const) : (["cpu"] as const)).map((each) => (
              <option key={each} value={`${group.where} ${each}`}>
                {`${group.label}: ${DEVICE_TITLES[each]}`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <small id={`${id}-about`}>
        {gpu
          ? "automatic uses a GPU for tables of 10 million entries or more; without one, or when it fails, the CPU solves the table"
          : "this table has no solver on the GPU"}
        {where === "page" && "; the browser keeps the table for games in this page"}
      </small>
    </div>
  );
}
