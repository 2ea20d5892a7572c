// @ts-check
import { ensureBuilt } from "./build.mjs";

// What npm start does by itself, for images and hosts that build in a step of their own.
if (!(await ensureBuilt())) console.log("Built already, from these very sources.");
