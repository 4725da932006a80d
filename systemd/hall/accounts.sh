#!/bin/sh
# Makes what a hall's broker and its tables need, into a folder that is only the caller's:
#
#   accounts.sh FOLDER BROKER TABLE...    BROKER: the name or IP address by which tables reach the broker
#
#   FOLDER/certificates/ca.crt            for every table and for the hall: what the broker's certificate is checked against
#   FOLDER/certificates/ca.key            to be kept away from the broker
#   FOLDER/certificates/broker.crt, .key  for the broker
#   FOLDER/passwords                      for the broker: the accounts of the hall, Home Assistant and each table
#   FOLDER/accounts/NAME                  the password of each, for its own machine
#   FOLDER/keys/TABLE                     the key by which a table signs its sheets: for its machine and the hall's only
#
# Run again with more tables, it keeps what is there and adds what is missing; the broker's certificate is made anew for
# another BROKER. Needs openssl and mosquitto_passwd.
set -eu
umask 077

[ $# -ge 3 ] || { sed -n '4,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$1 broker=$2
shift 2
for name in "$@"; do
    case $name in
        hall | homeassistant | [!A-Za-z0-9]* | *[!A-Za-z0-9_-]*)
            echo "accounts.sh: a table cannot be called $name: letters, digits, - and _ only" >&2
            exit 2 ;;
    esac
done
certificates=$folder/certificates
mkdir -p "$certificates" "$folder/accounts" "$folder/keys"

if [ ! -e "$certificates/ca.crt" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=Wondertable hall" \
        -addext keyUsage=critical,keyCertSign,cRLSign -keyout "$certificates/ca.key" -out "$certificates/ca.crt.new" 2>/dev/null
    mv "$certificates/ca.crt.new" "$certificates/ca.crt"
fi
for_whom=$(openssl x509 -in "$certificates/broker.crt" -noout -subject -nameopt RFC2253 2>/dev/null || true)
if [ "$for_whom" != "subject=CN=$broker" ]; then
    case $broker in *:*) kind=IP ;; *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
    cat >"$certificates/broker.ext" <<END
subjectAltName=$kind:$broker
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
END
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$broker" \
        -keyout "$certificates/broker.key" -out "$certificates/broker.csr" 2>/dev/null
    openssl x509 -req -in "$certificates/broker.csr" -CA "$certificates/ca.crt" -CAkey "$certificates/ca.key" \
        -CAcreateserial -days 1095 -extfile "$certificates/broker.ext" -out "$certificates/broker.crt.new" 2>/dev/null
    mv "$certificates/broker.crt.new" "$certificates/broker.crt"
    rm -f "$certificates/broker.csr" "$certificates/broker.ext" "$certificates/ca.srl"
fi

# Passwords stand on no command line, where others could see them.
: >"$folder/passwords.new"
for name in hall homeassistant "$@"; do
    [ -s "$folder/accounts/$name" ] || openssl rand -hex 16 >"$folder/accounts/$name"
done
for name in "$@"; do
    [ -s "$folder/keys/$name" ] || openssl rand -hex 32 >"$folder/keys/$name"
done
for file in "$folder/accounts/"*; do
    echo "$(basename "$file"):$(cat "$file")" >>"$folder/passwords.new"
done
mosquitto_passwd -U "$folder/passwords.new"
mv "$folder/passwords.new" "$folder/passwords"
chmod 0644 "$certificates/ca.crt"
echo "$folder is ready for $broker and $# tables"
