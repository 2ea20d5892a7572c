import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { findLogo } from "@/domain/accounts/find-logo";

type Context = { params: Promise<{ serviceId: string; version: string }> };

/** A service's logo, from our own origin. The version stands in the address, so browsers may keep it for good. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({ GET: show });

async function show(_request: Request, { params }: Context): Promise<Response> {
  const { serviceId, version } = await params;
  const logo = await findLogo(serviceId, version);
  const headers = { ...machineHeaders(), "Cross-Origin-Resource-Policy": "same-origin" };
  if (!logo) return new Response(null, { status: 404, headers });
  return new Response(logo.bytes, {
    headers: {
      ...headers,
      "Content-Type": logo.mediaType,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
