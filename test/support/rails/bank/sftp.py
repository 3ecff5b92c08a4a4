"""Serves a folder by SFTP on this machine, to the user mps.

Arguments: folder, password, where to write the user's key, and the kind of the server: "openssh", "plain", which has no extension of
OpenSSH to rename, "dying", whose process ends at the first write or when a file that was read is closed, or "closing", which ends SFTP
at the first write and keeps the connection, or "dropbox", which lets nobody remove a file or put another in its place, or "bare", which says no kind and no time of a file, asks for
the password as a terminal is asked, and stores nothing of a file whose name has LOST.
"""

import asyncio
import os
import sys

import asyncssh

home, password, key_file, kind = sys.argv[1:]
host_key = asyncssh.generate_private_key("ssh-ed25519")
user_key = asyncssh.generate_private_key("ssh-ed25519")
user_key.write_private_key(key_file)


class Server(asyncssh.SSHServer):
    def begin_auth(self, username):
        return True

    def password_auth_supported(self):
        return True

    def validate_password(self, username, given):
        return username == "mps" and given == password

    def public_key_auth_supported(self):
        return True

    def validate_public_key(self, username, key):
        return username == "mps" and key == user_key.convert_to_public()


class Asking(Server):
    def password_auth_supported(self):
        return False

    def public_key_auth_supported(self):
        return False

    def kbdint_auth_supported(self):
        return True

    def get_kbdint_challenge(self, username, lang, submethods):
        return "", "", "", [("Password:", False)]

    def validate_kbdint_response(self, username, responses):
        return self.validate_password(username, responses[0])


class Bare(asyncssh.SFTPServer):
    def listdir(self, path):
        return os.listdir(self.map_path(path))

    def stat(self, path):
        return asyncssh.SFTPAttrs(size=super().stat(path).st_size)

    def lstat(self, path):
        return self.stat(path)

    def format_longname(self, name):
        name.longname = name.filename

    def write(self, file_obj, offset, data):
        return len(data) if b"LOST" in file_obj.name else super().write(file_obj, offset, data)


class Plain(asyncssh.SFTPServer):
    def posix_rename(self, oldpath, newpath):
        raise asyncssh.SFTPOpUnsupported("no such extension")


class Dying(asyncssh.SFTPServer):
    def write(self, file_obj, offset, data):
        os._exit(1)

    def close(self, file_obj):
        os._exit(1)


class Closing(asyncssh.SFTPServer):
    async def write(self, file_obj, offset, data):
        self.channel.close()
        await asyncio.Event().wait()


class DropBox(asyncssh.SFTPServer):
    def remove(self, path):
        raise asyncssh.SFTPPermissionDenied("nobody may")

    def posix_rename(self, oldpath, newpath):
        self.rename(oldpath, newpath)

    def rename(self, oldpath, newpath):
        if os.path.exists(self.map_path(newpath)):
            raise asyncssh.SFTPPermissionDenied("nobody may")
        super().rename(oldpath, newpath)


kinds = {
    "openssh": asyncssh.SFTPServer,
    "plain": Plain,
    "dying": Dying,
    "closing": Closing,
    "dropbox": DropBox,
    "bare": Bare,
}


def files(channel):
    return kinds[kind](channel, chroot=home.encode())


async def serve():
    server = await asyncssh.create_server(
        Asking if kind == "bare" else Server, "127.0.0.1", 0, server_host_keys=[host_key], sftp_factory=files, allow_scp=False
    )
    port = server.sockets[0].getsockname()[1]
    print(f"listening {port} {host_key.get_fingerprint()}", flush=True)
    await server.wait_closed()


asyncio.run(serve())
