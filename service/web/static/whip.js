/** A WHIP client (RFC 9725): sends a camera to a seat. */

/**
 * @param {object} options
 * @param {string} options.url of the seat's endpoint
 * @param {string} options.token that may feed the seat
 * @param {MediaStream} options.stream its first video track is sent, no sound
 * @param {(state: RTCPeerConnectionState) => void} [options.onState]
 * @returns {Promise<{peer: RTCPeerConnection, close: () => Promise<void>}>}
 * @throws {Error} where the seat refuses
 */
export async function publish({ url, token, stream, onState = () => {} }) {
  const peer = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
  const [track] = stream.getVideoTracks();
  track.contentHint = "motion"; // late is worse than blurred
  const sender = peer.addTransceiver(track, { direction: "sendonly", streams: [stream] }).sender;
  const authorization = `Bearer ${token}`;
  peer.onconnectionstatechange = () => onState(peer.connectionState);
  try {
    await peer.setLocalDescription();
    await gathered(peer);
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization, "content-type": "application/sdp" },
      body: peer.localDescription.sdp,
    });
    if (!response.ok) {
      throw new Error((await response.json().catch(() => ({}))).detail ?? `refused with status ${response.status}`);
    }
    const session = new URL(response.headers.get("location"), response.url);
    await peer.setRemoteDescription({ type: "answer", sdp: await response.text() });
    await prefer(sender);
    const close = async () => {
      peer.onconnectionstatechange = null;
      await fetch(session, { method: "DELETE", headers: { authorization }, keepalive: true }).catch(() => {});
      peer.close();
    };
    return { peer, close };
  } catch (error) {
    peer.close();
    throw error;
  }
}

/** Keeps the frame rate up where there is too little of the network or the processor. */
async function prefer(sender) {
  const parameters = sender.getParameters();
  parameters.degradationPreference = "maintain-framerate";
  for (const encoding of parameters.encodings ?? []) encoding.maxBitrate = 1_200_000;
  await sender.setParameters(parameters).catch(() => {});
}

/** Waits for the addresses of this machine, but not for those that are slow to find. */
function gathered(peer) {
  return new Promise((resolve) => {
    const check = () => peer.iceGatheringState === "complete" && resolve();
    peer.addEventListener("icegatheringstatechange", check);
    setTimeout(resolve, 1000);
    check();
  });
}
